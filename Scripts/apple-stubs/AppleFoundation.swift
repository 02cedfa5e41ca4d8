// Stands in for Foundation: on Apple's systems it has what FoundationNetworking has on Linux, and re-exports Darwin.
@_exported public import Darwin
@_exported public import Foundation
@_exported public import FoundationNetworking

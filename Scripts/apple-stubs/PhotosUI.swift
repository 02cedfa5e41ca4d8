// https://developer.apple.com/documentation/photosui/bringing-photos-picker-to-your-swiftui-app
public import Foundation
public import SwiftUI

public struct PhotosPickerItem: Equatable, Hashable, Sendable {
    public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? { nil }
}
public protocol Transferable {}
extension Data: Transferable {}
public struct PHPickerFilter: Equatable, Hashable, Sendable {
    public static let images = PHPickerFilter()
}
public struct PhotosPicker<Label: View>: PrimitiveView {
    public init(_ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil) where Label == Text {}
}

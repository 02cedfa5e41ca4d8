// The declarations of Darwin that Glibc lacks or has with other types. Names that both have are listed in darwin-names.txt.
@_exported public import Dispatch
@_exported public import Glibc

// <os/lock.h>, https://developer.apple.com/documentation/os/os_unfair_lock_lock
public struct os_unfair_lock_s {
    public init() {}
}
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {}
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {}

// <pthread.h>, https://developer.apple.com/documentation/kernel/pthread_t: a pointer, where Linux has a number.
public func pthread_get_stackaddr_np(_: pthread_t) -> UnsafeMutableRawPointer { fatalError() }
public func pthread_get_stacksize_np(_: pthread_t) -> Int { fatalError() }
public func pthread_create(
    _: UnsafeMutablePointer<pthread_t?>!,
    _: UnsafePointer<pthread_attr_t>?,
    _: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }

// <sys/sysctl.h>, https://developer.apple.com/documentation/kernel/1387446-sysctlbyname
public func sysctlbyname(
    _: UnsafePointer<CChar>!,
    _: UnsafeMutableRawPointer!,
    _: UnsafeMutablePointer<Int>!,
    _: UnsafeMutableRawPointer!,
    _: Int
) -> Int32 { fatalError() }

// <sys/stat.h>: st_mtim on Linux.
extension stat {
    public var st_mtimespec: timespec { fatalError() }
}

// <sys/socket.h>, <fcntl.h>: macros of integers.
public var SOCK_STREAM: Int32 { 1 }
public var SOCK_DGRAM: Int32 { 2 }
public var SO_NOSIGPIPE: Int32 { 0x1022 }
public var O_EVTONLY: Int32 { 0x8000 }

// https://developer.apple.com/documentation/dispatch/dispatchsource/makefilesystemobjectsource(filedescriptor:eventmask:queue:)
extension DispatchSource {
    public class func makeFileSystemObjectSource(
        fileDescriptor: Int32,
        eventMask: FileSystemEvent,
        queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject { fatalError() }
}
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {
    var handle: Int32 { get }
    var data: DispatchSource.FileSystemEvent { get }
    var mask: DispatchSource.FileSystemEvent { get }
}

/// The version of the interface that generated code uses.
///
/// Each generated file names this type. If the file and this library don't fit together, the compiler rejects that one line, and
/// the comment above it says to generate the file again. A change that makes existing generated code wrong, or that fails to
/// compile with it, increases the number.
public enum NetTaskGenerated_1 {}

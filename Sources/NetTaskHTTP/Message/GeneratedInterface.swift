/// The version of the interface that generated code uses.
///
/// Each generated file names this type. If the file and this library do not match, the compiler rejects that line, and the
/// comment above it says to generate the file again. Increase the number in a change that breaks existing generated code.
public enum NetTaskGenerated_1 {}

/// The version of the package, for its tools and the `User-Agent`. `Scripts/release` reads it.
package let netTaskVersion = "0.1.0"

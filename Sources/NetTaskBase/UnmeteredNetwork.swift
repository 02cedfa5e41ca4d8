/// A handler option of tasks whose requests must not use an expensive or constrained network.
package struct UnmeteredNetwork: Sendable {
    package init() {}
}

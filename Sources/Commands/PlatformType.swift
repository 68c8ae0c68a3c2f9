import CommandLine
import FlagPublishing

extension ValueType where Value == String {
    /// A platform's name. The contract lower-cases them, so `iOS` means `ios`.
    static var platform: ValueType {
        ValueType("PLATFORM", expects: "a platform's name as clients report it: a-z, 0-9, _ and -") { text in
            let name = text.lowercased()
            return isPlatformName(name) ? name : nil
        }
    }
}

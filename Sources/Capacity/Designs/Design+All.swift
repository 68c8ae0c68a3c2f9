extension Design {
    /// A new design is a file beside this one and its name here.
    public static let all: [Design] = [chatRound1]
}

extension Design {
    /// A new design is a file beside this one and its name here.
    public static let all: [Design] = [chatRound1, chatRound2, chatRound3, feedRound1, feedRound2, feedRound3]
}

//! The stable codes of everything that can be wrong, with what `koma explain` tells of each.

use std::fmt;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file loads, but may not say what was meant.
    Warning,
    /// The file does not load, or the answer is no.
    Error,
}

impl Severity {
    /// `warning` or `error`, as programs are told.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($( $(#[doc = $doc:literal])* $name:ident = $text:literal : $why:literal, $example:literal; )*) => {
        /// A kind of problem. The text of a code never changes its meaning once released.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $( $(#[doc = $doc])* $name, )* }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The code as it is printed.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// What the problem is about, and what to do.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => $why,)* }
            }

            /// A line or two that show it, and the cure.
            pub fn example(self) -> &'static str {
                match self { $(Code::$name => $example,)* }
            }
        }
    };
}

codes! {
    /// The file cannot be read at all.
    UnreadableFile = "unreadable_file":
        "The file does not exist, may not be read, or is not UTF-8 text. A VARIANT is a path to a .toml file or the name of a shipped variant (`koma list`).",
        "koma check my_game.tmol      # no such file\nkoma check my_game.toml";
    /// The file passes the size limit.
    FileTooLarge = "file_too_large":
        "A variant or rulebook file holds at most 256 KiB. Real ones need a few.",
        "koma check /dev/zero         # refused after 256 KiB";
    /// TOML itself is broken.
    TomlSyntax = "toml_syntax":
        "The envelope of a variant is TOML, and this place is not. The first error of each line is shown; later ones may be its echo.",
        "game.name = Mini             # a text needs quotes\ngame.name = \"Mini\"";
    /// A control character in the text.
    ControlCharacter = "control_character":
        "Control characters and characters that reorder text can make a file read differently from what it says. They are refused: write them as TOML escapes if a text really needs them.",
        "game.name = \"Mini<ESC>[31m\"  # an escape sequence in the name";
    /// A key that the language does not have.
    UnknownKey = "unknown_key":
        "Every key of a variant or rulebook file is known; one that is not is a slip or a word of another version. The nearest known key is suggested.",
        "board.sise = \"3x4\"           # did you mean `size`?\nboard.size = \"3x4\"";
    /// A key that must be there is not.
    MissingKey = "missing_key":
        "Nothing is assumed that a rulebook would have to say: the board, the start, the pieces' letters, what a turn is.",
        "[end]\nwin = { result = \"own wins\" }             # when?\nwin = { when = \"enemy cannot act\", result = \"own wins\" }";
    /// A value of the wrong kind.
    WrongType = "wrong_type":
        "A key holds a value of another kind than the language has there: a number for a text, a text for a table.",
        "koma = \"1\"                   # a number, not a text\nkoma = 1";
    /// A word that is none of the words possible there.
    UnknownWord = "unknown_word":
        "This key takes one of a few fixed words.",
        "board.turned = \"halfturn\"    # `half-turn` or `mirror`";
    /// The file is written for another version of the language.
    UnsupportedVersion = "unsupported_version":
        "`koma = 1` names the version of the language the file is written in; this program speaks version 1.",
        "koma = 2                     # not yet";
    /// A limit of the language is passed.
    TooMany = "too_many":
        "Sizes are bounded, so that any file is judged quickly: 4 layers, 128 kinds of piece, 64 manners of moving of one, 256 named sets, 256 groups, 512 rules, 16 conditions in a rule, 64 act patterns and `throughout` in end rules, 8 acts in a turn, 12 options and readings of 12 choices each, 32 editions, 1024 keys in a table, 32 brackets inside each other.",
        "board.layers = [\"ground\", \"stones\", \"men\", \"birds\", \"clouds\"]   # at most 4";
    /// A rule string that does not parse.
    RuleSyntax = "rule_syntax":
        "The text is not a sentence of the rule language. The message says what could have stood at that place.",
        "moves = \"step upwards\"       # expected a direction\nmoves = \"step forward\"";
    /// A rule string past the size limits.
    RuleTooLong = "rule_too_long":
        "A rule string has at most 4096 characters, 400 words, and 32 of the words and brackets that nest (`(`, `not`, `of`, `to`). Give a part of it a name under [squares].",
        "far = \"((((((((((((((((((((((((((((((((((a1))))))))))))))))))))))))))))))))))\"";
    /// A named set grows too large when its parts are put in.
    TooCostly = "too_costly":
        "Named sets stand for their definitions. Put in everywhere, this one would pass 4000 parts, and every position would pay for it. All rules together have at most 20000, where an act pattern counts once for every kind it speaks of.",
        "a = \"(file of own) or (rank of own)\"\nb = \"(file of a) or (rank of a)\"   # … and so on, doubling each time";
    /// `or` mixed with `in`, `except` or a quality without brackets.
    MixedOr = "mixed_or":
        "`or` beside `in`, `except` or a quality can be read in two ways. Brackets say which.",
        "target = \"own chief or own tower in camp\"\ntarget = \"(own chief or own tower) in camp\"";
    /// A piece kind that is not declared.
    UnknownPiece = "unknown_piece":
        "A rule names a kind of piece (or a group) that the file does not declare under [pieces] or [groups].",
        "act = \"drop scuot\"            # did you mean `scout`?";
    /// A named set that is not declared.
    UnknownSet = "unknown_set":
        "A rule names a set of squares that the file does not declare under [squares].",
        "may = \"move to capm\"         # did you mean `camp`?";
    /// A shown name for something that is not there.
    UnknownName = "unknown_name":
        "`[names.LANG]` says what is shown instead of a name of the file. Names can be given to `game.name`, `game.about` and `game.family`, to `pieces.ID`, `groups.ID` and `squares.ID` (with `articles.ID` and `plurals.ID`), to `layers.NAME`, to the question and the choices of an option or a reading (`reading.NAME.asks`, `reading.NAME.is.CHOICE`) and to `edition.NAME`; this one is given to nothing of the file.",
        "names.fr.pieces.scuot = \"éclaireur\"   # did you mean `pieces.scout`?";
    /// A name used for something it is not.
    WrongName = "wrong_name":
        "Pieces, groups and named sets share one namespace. A piece needs a side to be a set of squares; a set is not a kind.",
        "when = \"some chief in camp\"      # whose?\nwhen = \"some own chief in camp\"";
    /// A name that cannot be one.
    BadName = "bad_name":
        "Names are lower-case ASCII letters, digits, `-` and `_`, begin with a letter, are no word of the language (`step`, `own`, `rank` …) and do not look like a square (`p1`).",
        "[pieces]\none = { letter = \"A\" }      # `one` is a word of the language";
    /// The same name for two things.
    NameTaken = "name_taken":
        "Pieces, groups and named sets share one namespace, so that a rule can be read without knowing which table a word is from.",
        "squares.chief = \"rank 1\"\npieces.chief  = { letter = \"K\" }";
    /// A cycle of named sets.
    SetCycle = "set_cycle":
        "Named sets may use each other, but not themselves, directly or by way of others.",
        "near = \"next to far\"\nfar  = \"not near\"             # near → far → near";
    /// A cycle of `as`, or of groups.
    MoveCycle = "move_cycle":
        "`as K` copies the movement of K; two kinds cannot each be defined by the other. Nor can two groups.",
        "tower = { letter = \"R\", moves = \"as wyrm\" }\nwyrm = { letter = \"D\", moves = \"as tower\" }";
    /// A number outside of what makes sense.
    BadNumber = "bad_number":
        "The number is too small or too large for what it counts.",
        "moves = \"slide forward 0\"     # at least 1\nmoves = \"slide forward 1..2\"";
    /// A square, rank or file that the board does not have.
    OffBoard = "off_board":
        "The board has no such square, rank or file. Coordinates in rules are a1-style and as the player himself sees the board.",
        "squares.far = \"rank 5\"        # on a board of 4 ranks";
    /// The board's size cannot be read.
    BadSize = "bad_size":
        "`board.size` is FILESxRANKS, from 1x1 to 36x36.",
        "board.size = \"3 by 4\"\nboard.size = \"3x4\"";
    /// The start diagram is wrong.
    BadStart = "bad_start":
        "The board field of the start position: ranks from the far side, `/` or a line break between them, letters for pieces, digits or dots for empty squares, `(SC)` for several layers of one square.",
        "board.start = \"kkss/3/KSS\"   # the first has 4 squares, the board has 3";
    /// A position string is wrong.
    BadPosition = "bad_position":
        "A position is BOARD SIDE HANDS: ranks from the far side, the letter of the side to move, and the pieces in hand (`-` for none).",
        "koma moves my_game.toml --position \"k2/3/K2 x -\"   # side is `b` or `w`";
    /// A position that no game can reach.
    ImpossiblePosition = "impossible_position":
        "Warning. The position can be played on, but no game leads to it: there is more of a piece than at the start, an invariant of the file does not hold, or the player who has just moved would have broken a rule about every act. Neutral pieces are not counted, and a position with fewer pieces than the start is an ordinary one.",
        "koma moves my_game.toml --position \"kkk/3/K2 b -\"   # two chiefs at the start";
    /// An invariant that does not hold.
    BrokenInvariant = "broken_invariant":
        "A rule of [invariant] claims what is so whenever a turn begins. It is not so: in the start position, after the turns of a scenario, or in a random game. Either the claim is wrong, or the rules let happen what they should not.",
        "invariant.alone.holds = \"at most 1 own scout\"       # but the start has two";
    /// A record of a game cannot be played on.
    BadRecord = "bad_record":
        "A record holds the variant, the choices, the fingerprint of the rules, the start position, the turns and the result. It is played from its start: every turn must be legal, and the result must be what the turns lead to. A record of other rules is refused unless `--other-rules` is given.",
        "turns = [\"a1a1\"]               # refused by a rule of the variant";
    /// A piece's letter cannot be one.
    BadLetter = "bad_letter":
        "A letter is one upper-case ASCII letter, or an upper-case letter with one or two more letters or digits in brackets (`[GG]`), with `+` before it or `~` after it allowed; a neutral piece may have another sign, such as `*`. The same letter in lower case is the second player's.",
        "scout = { letter = \"p\" }       # upper case\nscout = { letter = \"P\" }";
    /// Two kinds with one letter.
    LetterTaken = "letter_taken":
        "Positions and acts are written with these letters, so each kind needs its own.",
        "guard = { letter = \"S\" }\ngrouse = { letter = \"S\" }     # `guard` has it";
    /// A piece's sign on the screen cannot be one.
    BadSign = "bad_sign":
        "`[display]` says what a piece looks like on a screen: one sign for both players, or a list of the first player's and the second's. A sign is at most two columns wide, as a kanji or an emoji is.",
        "display.scout = \"scout\"        # too wide\ndisplay.scout = \"斥\"";
    /// A word that needs an act, where there is none.
    NoActHere = "no_act_here":
        "`origin` and `target` are the squares of the act being judged, `stuck` depends on the piece that acts. They mean something only where there is an act: `stuck` in the patterns of turn, promote, forbid and `answered only by`; `origin` in those, in the patterns of end rules and in `forbid.if`; `target` in `forbid.if`.",
        "squares.dead = \"stuck\"        # which piece?\nforbid.dead-drop.act = \"drop to stuck\"";
    /// A condition that cannot be asked there.
    ConditionNotHere = "condition_not_here":
        "`repeated` and `throughout` look at the history of the game: only an `end` rule judged at the end of a turn can ask them, and `throughout` needs a `repeated` beside it. `mate of` and `cannot act` need the end of a turn too. `while` asks only of the position.",
        "forbid.again.if = \"repeated 3 times\"    # an end rule can say this";
    /// An act pattern that no act can fit.
    ImpossibleAct = "impossible_act":
        "A `drop` comes from nowhere, captures nothing and does not promote; a `pass` has no piece and no square.",
        "act = \"drop scout capturing chief\"";
    /// Movement that depends on attacks.
    CircularAttack = "circular_attack":
        "Attacks are made of movement, so movement cannot ask for attacks, directly or by way of a named set: the question would never end. Say it as a `forbid` rule instead.",
        "moves = \"step any onto not attacked by enemy\"\nforbid.shy = { act = \"move chief\", if = \"some target attacked by enemy\" }";
    /// `own`, `enemy` or `any` is wrong here.
    WrongSide = "wrong_side":
        "Here one player must be meant: `own` or `enemy`. A neutral piece has no owner: only `any` finds it.",
        "when = \"mate of any chief\"\nwhen = \"mate of enemy chief\"";
    /// A choice that does not exist.
    UnknownChoice = "unknown_choice":
        "An option or reading is asked for a choice it does not have, or there is no option or reading of that name.",
        "koma moves my_game.toml --set try=alwys      # did you mean `always`?";
    /// Two choices that exclude each other.
    ChoiceConflict = "choice_conflict":
        "Choices of two different names may not write the same key, or their order would matter, unless `requires` keeps them apart; and a choice that requires another is refused without it.",
        "koma moves my_game.toml --set setup=exchanged --set mode=arashi     # exchanged requires mode=shizukana";
    /// An unknown parent.
    UnknownParent = "unknown_parent":
        "`extends` names a shipped variant, or a path relative to the file.",
        "extends = \"no_such_game\"      # neither shipped nor a file";
    /// Parents in a circle, or too many.
    ParentCycle = "parent_cycle":
        "A variant cannot extend itself, directly or by way of others, and a chain has at most 8 files.",
        "extends = \"myself.toml\"       # in myself.toml";
    /// A removal of something that is not there.
    RemovesNothing = "removes_nothing":
        "`false` removes what an earlier layer says (the parent, or the file as written). Here there is nothing to remove.",
        "end.tyr = false              # did you mean `try`?";
    /// `after` names a rule that is not there.
    UnknownRule = "unknown_rule":
        "A rule is named that the variant does not have: in `before` or `after`, or in the `rules` of a rulebook's clause. A rule stands beside one other.",
        "mate = { after = \"captur\", … }   # did you mean `capture`?";
    /// An act is refused by a rule.
    RefusedAct = "refused_act":
        "The act is not allowed. The rule that refuses it is shown at its place in the variant file, with the reason.",
        "koma moves my_game.toml --position \"k2/P2/K2 b P\" P*a1     # refused by forbid.two-scouts";
    /// A rule that has a say.
    RuleSays = "rule_says":
        "Not a problem: a rule that allows an act, or that ended the game, shown at its place in the variant file with what it sees.",
        "koma why my_game.toml a1a2";
    /// A rulebook's scenario cannot be read.
    BadScenario = "bad_scenario":
        "A scenario has a position, turns to play, and exactly one verdict: `legal`, `refused`, `reaches`, `acts`, `result`, `impossible` or `unloadable`.",
        "[[clause.scenario]]\nposition = \"k2/3/3/K2 b -\"\nplay = \"a1a2\"\nlegal = true";
    /// A rulebook's scenario fails.
    ScenarioFailed = "scenario_failed":
        "The variant, as written, does not do what the scenario of its rulebook says. Either the rule or the scenario is wrong.",
        "expected: refused by forbid.two-scout\nfound:    the turn is legal";
    /// A clause of a rulebook is told twice or not at all.
    BadClause = "bad_clause":
        "Each clause has its own id, and either scenarios or a reason (`untested`) why no position can test it.",
        "[[clause]]\nid = \"A-20\"     # twice";
    /// A piece that can never move.
    NeverMoves = "never_moves":
        "Warning. A piece of the players stands on the board at some time, but has no movement, or none that could begin on any square of this board.",
        "tower = { letter = \"R\", moves = \"leap (3,0)\" }      # on a board of 3 files";
    /// A piece that no game can show.
    NeverArises = "never_arises":
        "Warning. A kind of piece is not in the start position nor in a hand, and no `becomes`, `in_hand_as` or `drops_as` of a piece that is leads to it.",
        "scout  = { letter = \"P\", moves = \"step forward\" }      # becomes = \"ranger\" is missing\nranger = { letter = \"R\", moves = \"step any\" }";
    /// A promotion that cannot happen.
    NeverPromotes = "never_promotes":
        "Warning. A piece has `becomes`, but no rule of [promote] fits one of its moves; or a rule of [promote] fits no move of a piece that has `becomes`.",
        "scout = { letter = \"P\", moves = \"step forward\", becomes = \"ranger\" }\npromote.home.may = \"move to first rank\"                # it never goes there";
    /// A zone without squares.
    EmptySet = "empty_set":
        "Warning. A named set speaks of no piece, and so is the same in every position; it has no square at all.",
        "squares.corner = \"file a in file b\"                  # nothing is in both\nsquares.corner = \"a1 or b1\"";
    /// A rule that can never hold.
    NeverHolds = "never_holds":
        "Warning. A rule of [turn], [forbid] or [end] asks for what cannot be: a set that is empty in every position, a piece that never arises, an act that no turn has, more squares than there are. Only what is certain is told.",
        "forbid.crowd.act = \"drop scout\"                      # but turn.play.acts = \"one of move\"";
    /// A rule that an earlier one makes pointless.
    Shadowed = "shadowed":
        "Warning. Whenever this rule holds, an earlier one of its section holds too and comes first: its conditions are the same, or say more. Put the special rule before the general one.",
        "[end]\nbare = { when = \"no enemy\", result = \"draw\" }\nwon  = { when = [\"no enemy\", \"some own chief\"], result = \"own wins\" }   # never reached";
    /// A named set that no rule mentions.
    UnusedSet = "unused_set":
        "Warning. No rule mentions the named set, directly or by way of another set.",
        "squares.camp = \"last rank\"                         # and nothing speaks of `camp`";
    /// A group that no rule mentions.
    UnusedGroup = "unused_group":
        "Warning. Nothing mentions the group of pieces.",
        "groups.minor = \"guard or scout\"                     # and nothing speaks of `minor`";
    /// A game without an end.
    Endless = "endless":
        "Warning. No rule of [end] asks for `repeated`, in some choice of options and readings: a game can go on for ever.",
        "end.repetition = { when = \"repeated 3 times\", result = \"draw\" }\nallow.endless = \"the booklet knows no draw\"";
    /// Nobody says what happens when nothing can be done.
    NoRuleForNoAct = "no_rule_for_no_act":
        "Warning. No rule of [end] asks for `cannot act`, in some choice of options and readings, and no turn lets a player pass: a player who cannot act leaves the game standing still.",
        "end.blocked = { when = \"enemy cannot act\", result = \"own wins\" }";
    /// The order of judging decides who wins.
    OrderDecides = "order_decides":
        "Warning. One turn can fulfil two rules of [end] with different results, or one rule `for = \"each\"` for both players; the rule that stands first, and the player who has moved, is judged first. It is told of rules that ask only for squares, hands and acts, where the same turn can bring about both: own pieces come to a place only by an own turn, and go only by an enemy turn. Left out are rules that ask for mate, for acts to come or for repetition, and a special rule before the general one that it excepts from.",
        "home = { for = \"each\", when = \"some own next to enemy chief\", result = \"own wins\" }   # both chiefs at once?\nallow.order_decides.home = \"the player who moved is judged first\"";
    /// A rule or a start that is not the same for both players.
    OneSided = "one_sided":
        "Warning. The players are treated differently: a result is `first wins` or `second wins`, or the start position or the hands at the start are not the same as each player sees them.",
        "end.repetition = { when = \"repeated 4 times\", result = \"second wins\" }\nallow.one_sided.repetition = \"the player who began has to avoid it\"";
    /// A warning is allowed that does not come.
    AllowsNothing = "allows_nothing":
        "Warning. A key of [allow] says why something is meant as it is, but there is no such warning. Keys of a parent file are not asked.",
        "allow.endless = \"no draw\"     # but end.repetition asks for `repeated`";
    /// A changed rule that no scenario notices.
    UnnoticedChange = "unnoticed_change":
        "`koma mutate` changed this place of the variant. The game is then another one, and yet every scenario of its rulebook holds: none of them tries this rule there. The help tells a position in which the change shows.",
        "camp = \"last 2 ranks\"        # without a scenario on the second of them, `last rank` would do as well";
}

impl Code {
    /// What `koma check` warns of: the file is well formed, but may not say what was meant.
    pub const WARNINGS: &'static [Code] = &[
        Code::NeverMoves,
        Code::NeverArises,
        Code::NeverPromotes,
        Code::EmptySet,
        Code::NeverHolds,
        Code::Shadowed,
        Code::UnusedSet,
        Code::UnusedGroup,
        Code::Endless,
        Code::NoRuleForNoAct,
        Code::OrderDecides,
        Code::OneSided,
        Code::AllowsNothing,
    ];

    /// Whether it stops a file from loading, or is only worth a look.
    pub fn severity(self) -> Severity {
        if Code::WARNINGS.contains(&self) || self == Code::ImpossiblePosition {
            Severity::Warning
        } else {
            Severity::Error
        }
    }

    /// The code with this text.
    pub fn find(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|it| it.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

//! Sentences of small made-up variants, in both languages.

use super::{Language, sentences};
use crate::check::{Document, Picks};

/// A variant of a few pieces, with more said at its end.
fn variant(more: &str) -> String {
    let mut text = String::from(
        "koma = 1\ngame.name = \"Made up\"\nboard.size = \"5x6\"\nboard.turned = \"half-turn\"\n\
         board.start = \"grarg/2o2/5/5/2O2/GRARG\"\n",
    );
    if !more.contains("turn.") {
        text += "turn.play.acts = \"one of move, drop\"\n";
    }
    let (top, tables) = more.split_at(more.find('[').unwrap_or(more.len()));
    text += top;
    text += "\n[pieces]\n";
    for (piece, letter) in [
        ("alpha", "A"),
        ("guard", "G"),
        ("runner", "R"),
        ("owl", "O"),
    ] {
        if !tables.contains(&format!("\n{piece} =")) {
            text += &format!("{piece} = {{ letter = \"{letter}\", moves = \"step any\" }}\n");
        }
    }
    text + tables.trim_start_matches("[pieces]")
}

#[track_caller]
fn check(language: Language, more: &str, path: &str, expected: &str) {
    let text = variant(more);
    let document = Document::of_text("made-up.toml", &text).expect("the text can be read");
    let sheet = document
        .sheet(&Picks::default())
        .unwrap_or_else(|report| panic!("{report}\n{text}"));
    let said = sentences(&sheet, language);
    let found = said.iter().find(|it| it.path == path);
    let found = found.map_or("(nothing)".to_owned(), |it| it.text.replace('\u{a0}', " "));
    assert_eq!(found, expected);
}

#[track_caller]
fn english(more: &str, path: &str, expected: &str) {
    check(Language::English, more, path, expected);
}

#[track_caller]
fn french(more: &str, path: &str, expected: &str) {
    check(Language::French, more, path, expected);
}

/// The movement of a piece.
fn moves(moves: &str) -> String {
    format!("[pieces]\nguard = {{ letter = \"G\", moves = \"{moves}\" }}\n")
}

#[test]
fn steps() {
    let rule = moves("step forward");
    let path = "pieces.guard.moves";
    english(&rule, path, "The guard steps one square forward.");
    french(&rule, path, "Le guard se déplace d'une case en avant.");
    let rule = moves("step any except backward-diagonal");
    english(
        &rule,
        path,
        "The guard steps one square in any direction except diagonally backward.",
    );
    french(
        &rule,
        path,
        "Le guard se déplace d'une case dans toutes les directions sauf en diagonale arrière.",
    );
    // Manners under the same conditions are one manner.
    let rule = moves("step forward, step diagonal");
    english(
        &rule,
        path,
        "The guard steps one square forward or diagonally.",
    );
    french(
        &rule,
        path,
        "Le guard se déplace d'une case en avant ou en diagonale.",
    );
}

#[test]
fn slides() {
    let path = "pieces.guard.moves";
    let rule = moves("slide orthogonal 1..3 onto empty");
    english(
        &rule,
        path,
        "The guard slides up to three squares orthogonally without capturing.",
    );
    french(
        &rule,
        path,
        "Le guard se déplace d'une à trois cases horizontalement ou verticalement sans capturer.",
    );
    let rule = moves("slide forward 2 from rank 2 onto enemy");
    english(
        &rule,
        path,
        "The guard slides exactly two squares forward from the second rank only to capture.",
    );
    let rule = moves("slide any onto own runner through not enemy runner");
    english(
        &rule,
        path,
        "The guard slides any number of squares in any direction onto a runner of its own side, \
         crossing only squares without an enemy runner.",
    );
    french(
        &rule,
        path,
        "Le guard se déplace d'une ou plusieurs cases dans toutes les directions pour se poser sur \
         un runner ami, en ne traversant que des cases sans runner adverse.",
    );
}

#[test]
fn leaps() {
    let path = "pieces.guard.moves";
    let rule = moves("leap forward (1,2)");
    english(
        &rule,
        path,
        "The guard leaps one square sideways and two forward.",
    );
    french(
        &rule,
        path,
        "Le guard saute d'une case de côté et de deux en avant.",
    );
    let rule = moves("leap (1,2), leap (0,2)");
    english(
        &rule,
        path,
        "The guard leaps one square sideways and two forward or backward, or two squares forward or \
         backward.",
    );
}

#[test]
fn faces() {
    let rule = "capture.to = \"hand\"\npromote.go.must = \"move to last rank\"\n[pieces]\n\
                guard = { letter = \"G\", moves = \"slide forward\", becomes = \"hero\" }\n\
                hero = { letter = \"+G\", moves = \"as guard, as owl\", in_hand_as = \"guard\" }\n";
    english(
        rule,
        "pieces.guard.becomes",
        "The guard can turn into a hero.",
    );
    english(
        rule,
        "pieces.hero.moves",
        "The hero moves as the guard or as the alpha.",
    );
    english(
        rule,
        "pieces.hero.in_hand_as",
        "A captured hero goes to the hand as a guard.",
    );
    english(
        rule,
        "promote.go",
        "A guard must be promoted when it moves to the last rank.",
    );
    french(
        rule,
        "pieces.guard.becomes",
        "Le guard peut se transformer en hero.",
    );
    french(
        rule,
        "pieces.hero.moves",
        "Le hero se déplace comme le guard ou comme l'alpha.",
    );
    french(
        rule,
        "promote.go",
        "La promotion d'un guard est obligatoire quand la pièce arrive sur la dernière rangée.",
    );
}

#[test]
fn may_and_must() {
    let rule = "squares.camp = \"last 2 ranks\"\n\
                promote.camp = { may = \"move touching camp\", must = \"move to stuck\" }\n[pieces]\n\
                guard = { letter = \"G\", moves = \"step forward\", becomes = \"owl\" }\n\
                alpha = { letter = \"A\", moves = \"step forward\", becomes = \"owl\" }\n";
    english(
        rule,
        "promote.camp",
        "A guard or an alpha may be promoted when it moves from or to the camp zone; it must be when \
         it moves to a square from which it could not move even on an empty board.",
    );
    french(
        rule,
        "promote.camp",
        "La promotion d'un guard ou d'un alpha est possible quand la pièce part de la zone « camp » ou \
         y arrive ; elle est obligatoire quand la pièce arrive sur une case d'où aucun déplacement \
         ne serait plus possible, même sur un plateau vide.",
    );
    english(
        rule,
        "squares.camp",
        "For each player, the camp zone is the last two ranks.",
    );
}

#[test]
fn refusals() {
    let rule = "[forbid]\npair = { act = \"drop guard to file of own guard\" }\n\
                dead = { act = \"drop to stuck\" }\n\
                mate = { act = \"drop guard\", if = \"mate of enemy alpha\" }\n\
                check = { if = \"some own alpha attacked by enemy\" }\n\
                [end]\nmate = { when = \"mate of enemy alpha\", result = \"own wins\" }\n";
    let said = [
        (
            "forbid.pair",
            "A player may not drop a guard on a file that holds a guard of their own.",
            "Il est interdit de parachuter un guard sur une colonne qui contient un guard ami.",
        ),
        (
            "forbid.dead",
            "A player may not drop a piece on a square from which it could not move even on an empty board.",
            "Il est interdit de parachuter une pièce sur une case d'où aucun déplacement ne \
             serait plus possible, même sur un plateau vide.",
        ),
        (
            "forbid.mate",
            "A player may not drop a guard if that mates the enemy alpha.",
            "Il est interdit de parachuter un guard si cela fait échec et mat à l'alpha adverse.",
        ),
        (
            "forbid.check",
            "A player's act may not leave their own alpha attacked by the enemy.",
            "Il est interdit de jouer un coup qui laisse son alpha sous l'attaque de l'adversaire.",
        ),
        (
            "end.mate",
            "The game is won by the player who mates the enemy alpha.",
            "La partie est gagnée par le joueur qui fait échec et mat à l'alpha adverse.",
        ),
    ];
    for (path, in_english, in_french) in said {
        english(rule, path, in_english);
        french(rule, path, in_french);
    }
}

#[test]
fn ends() {
    let rule = "squares.far = \"last rank\"\n[end]\n\
                capture = { when = \"move capturing alpha\", result = \"own wins\" }\n\
                reach = { at = \"act\", when = \"move alpha to far except attacked by enemy\", result = \"own wins\" }\n\
                camp = { for = \"each\", when = \"at least 3 own guard in far\", result = \"own wins\" }\n\
                stuck = { when = \"enemy cannot act\", result = \"draw\" }\n\
                perpetual = { when = [\"repeated 4 times\", \"throughout some enemy alpha attacked by own\"], result = \"enemy wins\" }\n\
                again = { when = \"repeated 3 times\", result = \"draw\" }\n";
    let said = [
        (
            "end.capture",
            "The game is won by the player who captures the enemy alpha.",
            "La partie est gagnée par le joueur qui capture l'alpha adverse.",
        ),
        (
            "end.reach",
            "The game is won at once by the player who moves the alpha to a square of the far zone \
             that is not attacked by the enemy.",
            "La partie est aussitôt gagnée par le joueur qui déplace son alpha sur une case de la zone \
             « far » à l'abri de l'adversaire.",
        ),
        (
            "end.camp",
            "The game is won by the player who, at the end of any turn, has at least three guards in \
             the far zone; the player who has just moved is judged first.",
            "La partie est gagnée par le joueur qui, à la fin d'un tour quelconque, a au moins trois \
             guards dans la zone « far » ; le joueur qui vient de jouer est jugé en premier.",
        ),
        (
            "end.stuck",
            "The game is drawn when a player leaves the enemy without any possible act.",
            "La partie est nulle quand un joueur ne laisse à l'adversaire aucun coup possible.",
        ),
        (
            "end.perpetual",
            "When the same position stands for the fourth time, the game is lost by the player who \
             attacks the enemy alpha after each of their turns since it first stood.",
            "Quand la même position se présente pour la quatrième fois, la partie est perdue par le \
             joueur qui attaque l'alpha adverse après chacun de ses tours depuis la première fois.",
        ),
        (
            "end.again",
            "The game is drawn when the same position stands for the third time.",
            "La partie est nulle quand la même position se présente pour la troisième fois.",
        ),
    ];
    for (path, in_english, in_french) in said {
        english(rule, path, in_english);
        french(rule, path, in_french);
    }
}

#[test]
fn sets_that_mention_pieces() {
    let rule = "[squares]\nwall = \"enemy guard or any owl\"\n\
                line = \"(chain of wall from file a) in (chain of wall from file e)\"\n\
                touch = \"orthogonal of line\"\nshade = \"backward of enemy alpha\"\n";
    english(
        rule,
        "squares.wall",
        "For each player, a wall square is a square with an enemy guard or an owl of either player.",
    );
    // To be in two chains of one set is to be in one chain.
    english(
        rule,
        "squares.line",
        "For each player, a line square is a square in a chain of wall squares, joined by sides or \
         corners, that meets file a and file e.",
    );
    french(
        rule,
        "squares.touch",
        "Pour chaque joueur, une case « touch » est une case en contact par un côté avec une case \
         « line ».",
    );
    // The enemy's pieces face the player: what lies backward of them is in front of them.
    english(
        rule,
        "squares.shade",
        "For each player, a shade square is a square right in front of the enemy alpha.",
    );
}

#[test]
fn turns() {
    let rule = "turn.play.acts = \"any of move guard twice, move alpha once\"\n";
    english(
        rule,
        "turn.play",
        "On their turn a player must do at least one of these, in any order: move a guard (at most \
         twice), move the alpha (at most once).",
    );
    french(
        rule,
        "turn.play",
        "À son tour, le joueur doit accomplir au moins une de ces actions, dans l'ordre de son \
         choix : déplacer un guard (deux fois au plus), déplacer son alpha (une fois au plus).",
    );
}

#[test]
fn shown_names_and_their_grammar() {
    let rule = "[names.fr]\npieces.guard = \"dame\"\npieces.alpha = \"aigle\"\narticles.guard = \"une\"\n\
                squares.far = \"ligne\"\narticles.far = \"une\"\n\
                [names.en]\narticles.owl = \"an\"\nplurals.runner = \"runner\"\n\
                [squares]\nfar = \"last rank\"\n\
                [forbid]\nfar = { act = \"drop guard to far\", if = \"some own guard attacked by enemy alpha\" }\n";
    french(
        rule,
        "forbid.far",
        "Il est interdit de parachuter une dame dans la ligne si cela laisse une dame amie sous \
         l'attaque de l'aigle adverse.",
    );
    french(
        rule,
        "pieces.alpha.moves",
        "L'aigle se déplace d'une case dans toutes les directions.",
    );
}

#[test]
fn the_board() {
    english(
        "board.hands = \"2Rg\"\n",
        "board.start",
        "At the start the first player has an alpha on c1, a guard on each of a1 and e1, a runner on \
         each of b1 and d1, and an owl on c2; the second player has the same, seen from the other \
         side. The first player begins.",
    );
    english(
        "board.hands = \"2Rg\"\n",
        "board.hands",
        "At the start the first player has two runners in hand, the second player a guard.",
    );
    french(
        "",
        "board.size",
        "Le plateau a 30 cases : 5 colonnes et 6 rangées.",
    );
}

#[test]
fn who_a_player_is_and_what_a_hand_lacks() {
    let rule = "[end]\nfar = { when = [\"own is first\", \"own hand holds no owl\"], result = \"own wins\" }\n\
                [forbid]\nfew = { act = \"drop owl\", if = [\"own is second\", \"enemy hand holds at most 2 guard\"] }\n";
    let said = [
        (
            "end.far",
            "The game is won by the player who, at the end of their turn, is the first player and has no owl \
             in hand.",
            "La partie est gagnée par le joueur qui, à la fin de son tour, est le premier joueur et n'a \
             aucun owl en réserve.",
        ),
        (
            "forbid.few",
            "A player may not drop the owl if they are the second player and afterwards the enemy has at most \
             two guards in hand.",
            "Il est interdit de parachuter son owl si le joueur est le second joueur et si ensuite \
             l'adversaire a au plus deux guards en réserve.",
        ),
    ];
    for (path, in_english, in_french) in said {
        english(rule, path, in_english);
        french(rule, path, in_french);
    }
}

#[test]
fn what_is_asked_before_an_act() {
    let rule = "[forbid]\nshy = { act = \"move alpha\", while = [\"no own guard\", \"own hand holds any\"] }\n\
                calm = { while = \"some own alpha attacked by enemy\", if = \"no own guard\", breach = \"loses\" }\n";
    let said = [
        (
            "forbid.shy",
            "While they have no guard and they have a piece in hand, a player may not move the alpha.",
            "Tant que le joueur n'a aucun guard et que le joueur a une pièce en réserve, il est interdit de \
             déplacer son alpha.",
        ),
        (
            "forbid.calm",
            "While they have the alpha attacked by the enemy, a player whose act leaves no guard of their own \
             loses the game.",
            "Tant que le joueur a son alpha sous l'attaque de l'adversaire, le joueur dont le coup ne laisse \
             aucun guard ami perd la partie.",
        ),
    ];
    for (path, in_english, in_french) in said {
        english(rule, path, in_english);
        french(rule, path, in_french);
    }
}

#[test]
fn borrowed_movement() {
    let path = "pieces.owl.moves";
    let owl = |moves: &str| {
        let runner = "runner = { letter = \"R\", moves = \"slide orthogonal, step diagonal\" }";
        format!("[pieces]\n{runner}\nowl = {{ letter = \"O\", moves = \"{moves}\" }}\n")
    };
    let rule = owl("step forward, as runner from forward of own runner");
    english(
        &rule,
        path,
        "The owl steps one square forward, or moves as the runner from a square right in front of a \
         runner of its own side.",
    );
    french(
        &rule,
        path,
        "L'owl se déplace d'une case en avant, ou se déplace comme le runner depuis une case juste \
         devant un runner ami.",
    );
    let rule = owl("leap anywhere onto empty");
    english(
        &rule,
        path,
        "The owl leaps to any square without capturing.",
    );
    french(
        &rule,
        path,
        "L'owl saute sur n'importe quelle case sans capturer.",
    );
}

#[test]
fn points() {
    let rule = "squares.far = \"last rank\"\n[pieces]\nowl = { letter = \"O\", moves = \"step any\", points = 5 }\n\
                [end]\nrich = { when = \"at least 28 points of own in far with own hand\", result = \"own wins\" }\n\
                lead = { when = \"more points of own than of enemy with enemy hand\", result = \"own wins\" }\n";
    let said = [
        (
            "pieces.owl.points",
            "The owl counts five points.",
            "L'owl compte cinq points.",
        ),
        (
            "end.rich",
            "The game is won by the player who, at the end of their turn, counts at least 28 points in \
             pieces of their own in the far zone and in their hand.",
            "La partie est gagnée par le joueur qui, à la fin de son tour, compte au moins 28 points avec \
             les pièces amies dans la zone « far » et sa réserve.",
        ),
        (
            "end.lead",
            "The game is won by the player who, at the end of their turn, counts more points in pieces of \
             their own than in enemy pieces and in the enemy's hand.",
            "La partie est gagnée par le joueur qui, à la fin de son tour, compte plus de points avec les \
             pièces amies qu'avec les pièces adverses et la réserve de l'adversaire.",
        ),
    ];
    for (path, in_english, in_french) in said {
        english(rule, path, in_english);
        french(rule, path, in_french);
    }
}

#[test]
fn effects() {
    let rule = "[effect]\n\
        flank = { act = \"move guard\", removes = \"run orthogonal of enemy between target and own owl\" }\n\
        burn = { removes = \"enemy guard next to target\", to = \"hand\" }\n\
        ahead = { act = \"drop owl\", removes = \"run onward 1..2 of not empty from target\" }\n\
        burnt = { act = \"move\", removes = \"target next to enemy owl\", to = \"out\" }\n";
    let said = [
        (
            "effect.flank",
            "When a player moves a guard, they capture all enemy pieces in an unbroken row, orthogonally, \
             between the square reached and an owl of their own.",
            "Quand un joueur déplace un guard, il capture les pièces adverses dans une file ininterrompue, \
             horizontalement ou verticalement, entre la case d'arrivée et un owl ami.",
        ),
        (
            "effect.burn",
            "When a player moves or drops a piece, they take all enemy guards next to the square reached into \
             their hand.",
            "Quand un joueur déplace ou parachute une pièce, il prend dans sa réserve les guards adverses en \
             contact avec la case d'arrivée.",
        ),
        (
            "effect.ahead",
            "When a player drops an owl, they capture what stands on occupied squares in an unbroken row of at \
             most two squares, straight on, that begins next to the square reached.",
            "Quand un joueur parachute un owl, il capture ce qui se trouve sur les cases occupées dans une file \
             ininterrompue d'au plus deux cases, tout droit, qui commence à côté de la case d'arrivée.",
        ),
        (
            "effect.burnt",
            "When a player moves a piece, they capture what stands on the square reached, if it is next to an \
             enemy owl.",
            "Quand un joueur déplace une pièce, il capture ce qui se trouve sur la case d'arrivée, si elle est en \
             contact avec un owl adverse.",
        ),
    ];
    for (path, in_english, in_french) in said {
        english(rule, path, in_english);
        french(rule, path, in_french);
    }
}

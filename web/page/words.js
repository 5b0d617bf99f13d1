// What the page says, in English and French.

/** @type {Record<string, [string, string]>} */
const WORDS = {
  skip: ['To the board', 'Aller au plateau'],
  rulesText: ['Rules', 'Règles'],
  board: ['Board', 'Plateau'],
  panels: ['Panels', 'Volets'],
  scenarios: ['Scenarios', 'Scénarios'],
  rules: ['Rules', 'Règles'],
  rulebook: ['Rulebook', 'Livret'],
  sheet: ['Rule sheet', 'Feuille de règles'],
  game: ['Game', 'Partie'],
  why: ['Why', 'Pourquoi'],
  analysis: ['Analysis', 'Analyse'],
  more: ['More', 'Plus'],
  games: ['Games', 'Jeux'],
  chooseGame: ['Choose a game', 'Choisir un jeu'],
  withRulebook: ['With their rulebook, clause by clause', 'Avec leur livret, clause par clause'],
  otherGames: ['Other games', 'Autres jeux'],
  ofFolder: ['In this folder', 'Dans ce dossier'],
  hasRulebook: ['rulebook', 'livret'],
  close: ['Close', 'Fermer'],
  language: ['Language', 'Langue'],
  theme: ['Light or dark', 'Clair ou sombre'],
  share: ['Share', 'Partager'],
  noProblems: ['No problems', 'Aucun problème'],
  oneProblem: ['1 problem', '1 problème'],
  nProblems: ['{n} problems', '{n} problèmes'],
  oneWarning: ['1 warning', '1 avertissement'],
  nWarnings: ['{n} warnings', '{n} avertissements'],
  keepsLast: ['The text has a problem: the board keeps the last rules that could be played.', 'Le texte a un problème : le plateau garde les dernières règles jouables.'],
  toMove: ['{player} to move', '{player} au trait'],
  yourTurn: ['Your turn', 'À vous'],
  inCheck: ['in check', 'en échec'],
  wins: ['{player} wins', '{player} gagne'],
  draw: ['Draw', 'Partie nulle'],
  youWin: ['You win', 'Vous gagnez'],
  youLose: ['You lose', 'Vous perdez'],
  whyOver: ['Why?', 'Pourquoi ?'],
  first: ['First', 'Premier'],
  second: ['Second', 'Second'],
  toStart: ['To the start', 'Au début'],
  stepBack: ['Back', 'Reculer'],
  stepOn: ['Forward', 'Avancer'],
  toEnd: ['To the end', 'À la fin'],
  undo: ['Take back', 'Reprendre'],
  newGame: ['New game', 'Nouvelle partie'],
  flip: ['Turn the board', 'Tourner le plateau'],
  hint: ['Hint', 'Conseil'],
  endTurn: ['End the turn', 'Finir le tour'],
  pass: ['Pass', 'Passer'],
  left: ['left: {left} of {of}', 'reste {left} sur {of}'],
  inHand: ['In hand', 'En réserve'],
  emptyHand: ['nothing in hand', 'réserve vide'],
  promote: ['Which one?', 'Laquelle ?'],
  empty: ['empty', 'vide'],
  ownPiece: ['own {piece}', '{piece} à soi'],
  enemyPiece: ['enemy {piece}', '{piece} adverse'],
  target: ['can go here', 'peut aller ici'],
  chosenPiece: ['taken up', 'prise en main'],
  typeAct: ['Type an act', 'Saisir un coup'],
  play: ['Play', 'Jouer'],
  turns: ['Turns', 'Tours'],
  noTurns: ['Drag a piece, click twice, or type an act.', 'Glissez une pièce, cliquez deux fois, ou saisissez un coup.'],
  person: ['Person', 'Personne'],
  computer: ['Computer', 'Ordinateur'],
  level: ['Level {n}', 'Niveau {n}'],
  thinking: ['thinking…', 'réfléchit…'],
  stop: ['Stop', 'Arrêter'],
  refusedBy: ['Refused', 'Refusé'],
  allowedBy: ['Allowed', 'Permis'],
  gameOver: ['The game is over', 'La partie est finie'],
  unreadable: ['This is no act', "Ce n'est pas un coup"],
  line: ['line {n}', 'ligne {n}'],
  clause: ['Clause {id}', 'Clause {id}'],
  noRulebook: ['There is no rulebook to quote.', "Il n'y a pas de livret à citer."],
  whyNothing: ['Drop a piece where it may not go, or click there: the rule that refuses it is told here.', 'Posez une pièce là où elle ne peut aller, ou cliquez-y : la règle qui le refuse est dite ici.'],
  readings: ['Readings and options', 'Lectures et options'],
  differs: ['What differs?', "Qu'est-ce qui diffère ?"],
  ask: ['Why can it not go there?', 'Pourquoi ne peut-elle y aller ?'],
  options: ['Options', 'Options'],
  edition: ['Edition', 'Édition'],
  asWritten: ['as written', 'telle quelle'],
  moves: ['moves', 'se déplace'],
  turnRefused: ['With these rules turn {n} ({turn}) is refused by {rule}.', 'Avec ces règles, le tour {n} ({turn}) est refusé par {rule}.'],
  cutHere: ['Go on from here', "Continuer d'ici"],
  stopped: ['Stopped: it took too long.', 'Arrêté : trop long.'],
  inherited: ['in {file}', 'dans {file}'],
  analyse: ['Analyse', 'Analyser'],
  analysisEmpty: ['The best turns from here, with what they promise.', "Les meilleurs tours d'ici, et ce qu'ils promettent."],
  searched: ['depth {depth}, {nodes} acts tried', 'profondeur {depth}, {nodes} coups essayés'],
  holds: ['holds', 'tient'],
  fails: ['fails', 'échoue'],
  comparing: ['Looking for a game that tells them apart…', "Recherche d'une partie qui les sépare…"],
  sameRules: ['The rules are the same.', 'Les règles sont les mêmes.'],
  noDifference: ['No difference was found in {n} positions.', 'Aucune différence trouvée dans {n} positions.'],
  onlyHere: ['is allowed here alone', "n'est permis qu'ici"],
  refusedHere: ['is refused here by {rule}', 'est refusé ici par {rule}'],
  print: ['Print', 'Imprimer'],
  sheetPieces: ['Pieces', 'Pièces'],
  sheetTurn: ['Turn', 'Tour de jeu'],
  sheetCapture: ['Captures', 'Captures'],
  sheetPromote: ['Promotion', 'Promotion'],
  sheetForbid: ['Forbidden', 'Interdictions'],
  sheetEnd: ['End of the game', 'Fin de la partie'],
  link: ['Link', 'Lien'],
  viewOnly: ['to look at only', 'à regarder seulement'],
  copy: ['Copy', 'Copier'],
  longLink: ['{n} characters: some programs cut links this long.', '{n} caractères : certains programmes coupent de tels liens.'],
  linkHolds: ['The link holds the rules, the choices and the game. Nothing is sent anywhere.', "Le lien contient les règles, les choix et la partie. Rien n'est envoyé."],
  onSquares: ['{n} squares now', '{n} cases en ce moment'],
  coordinates: ['{files} by {ranks}', '{files} sur {ranks}'],
};

/** @type {'en' | 'fr'} */
let language = 'en';

/** @param {'en' | 'fr'} chosen */
export function setLanguage(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
}

export const lang = () => language;

/**
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function say(key, values = {}) {
  const words = WORDS[key];
  if (!words) return key;
  const text = words[language === 'fr' ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/**
 * The word for a number of things.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 */
export const sayN = (one, many, n) => (n === 1 ? say(one) : say(many, { n }));

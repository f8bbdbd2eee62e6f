// Lessons: scripts to complete. A script is right if it prints what the solution prints.

export interface Lesson {
  title: string;
  text: string;
  script: string;
  solution: string;
}

/** Two small fleets: a cruiser and a destroyer of A, a destroyer of B. */
const FLEETS = `[state]
SET_FLEET A 0 0 1 1
SET_FLEET B 0 0 0 1
[state]
[playerA]
PLACE_SHIP 9 3 S 0 CRU
PLACE_SHIP 9 6 S 0 DES
[playerA]
[playerB]
PLACE_SHIP 12 3 N 0 DES
[playerB]
`;
const PRINTED = '[state]\nPRINT 0\n[state]\n';
const CARRIER = FLEETS.replace('A 0 0 1 1', 'A 1 0 0 0').replace(/PLACE_SHIP 9.*\nPLACE_SHIP 9.*/, 'PLACE_SHIP 5 2 N 0 CAR');
const AUTOMATIC = FLEETS.replace('[state]\n[playerA]', 'EXTENDED_SHIPS\nAUTO_SHOOTING\n[state]\n[playerA]');

export const LESSONS: Lesson[] = [
  {
    title: 'Groups',
    text: 'A script consists of groups. A group begins with a tag, and the same tag ends it: [state] for the setup, [playerA] and [playerB] for turns. Add a [state] group at the end with the command PRINT 0, which prints the board with its reef.',
    script: '[state]\nREEF 3 4\n[state]\n',
    solution: `[state]\nREEF 3 4\n[state]\n${PRINTED}`,
  },
  {
    title: 'Placing ships',
    text: 'PLACE_SHIP y x D i C places the ship number i of class C: its head is on row y and column x and points to D (N, E, S or W), and the rest of it lies behind the head. Place B’s destroyer, 0 DES, with its head on 12 3, pointing north.',
    script: FLEETS.replace('PLACE_SHIP 12 3 N 0 DES\n', '') + PRINTED,
    solution: FLEETS + PRINTED,
  },
  {
    title: 'Shooting',
    text: 'In the basic game, a player has one shot in a turn: SHOOT y x. Let A shoot at the field behind the head of B’s destroyer.',
    script: `${FLEETS}[playerA]\n[playerA]\n${PRINTED}`,
    solution: `${FLEETS}[playerA]\nSHOOT 13 3\n[playerA]\n${PRINTED}`,
  },
  {
    title: 'Moving',
    text: 'MOVE i C m moves a ship: m is F (one field ahead), L or R (it turns to the left or to the right). A destroyer may move three times in a turn. Let B’s destroyer turn to the right and then go two fields ahead.',
    script: `${FLEETS}[playerA]\n[playerA]\n[playerB]\n[playerB]\n${PRINTED}`,
    solution: `${FLEETS}[playerA]\n[playerA]\n[playerB]\nMOVE 0 DES R\nMOVE 0 DES F\nMOVE 0 DES F\n[playerB]\n${PRINTED}`,
  },
  {
    title: 'Radar',
    text: 'In the group of a player, PRINT shows only what that player sees: its own ships, and what is near their heads, where the radar is. Print the board as B sees it, with the parts of the ships: PRINT 1, in a turn of B after the one of A.',
    script: `${FLEETS}[playerA]\nPRINT 1\n[playerA]\n`,
    solution: `${FLEETS}[playerA]\nPRINT 1\n[playerA]\n[playerB]\nPRINT 1\n[playerB]\n`,
  },
  {
    title: 'Spy planes',
    text: 'A carrier sends planes: SPY i y x, with its number and a field. The player sees the fields around that one until its next turn. Send a plane of 0 CAR to the field 12 4, and print what A sees after it (PRINT 0, in the same turn).',
    script: `${CARRIER}[playerA]\n[playerA]\n`,
    solution: `${CARRIER}[playerA]\nSPY 0 12 4\nPRINT 0\n[playerA]\n`,
  },
  {
    title: 'Automatic shooting',
    text: 'With EXTENDED_SHIPS and AUTO_SHOOTING, a turn lists targets, SHOOT y x. When it ends, they are divided among the ships whose cannons reach them. A’s cruiser has to come nearer: move it one field ahead before the shots at 12 3 and 11 4.',
    script: `${AUTOMATIC}[playerA]\nSHOOT 12 3\nSHOOT 11 4\n[playerA]\n${PRINTED}`,
    solution: `${AUTOMATIC}[playerA]\nMOVE 0 CRU F\nSHOOT 12 3\nSHOOT 11 4\n[playerA]\n${PRINTED}`,
  },
  {
    title: 'Saving',
    text: 'SAVE prints the game as a script that begins with the same state. Save this game after its last turn, in a [state] group.',
    script: `${FLEETS}[playerA]\nSHOOT 13 3\n[playerA]\n`,
    solution: `${FLEETS}[playerA]\nSHOOT 13 3\n[playerA]\n[state]\nSAVE\n[state]\n`,
  },
  {
    title: 'A turn of the program',
    text: 'If a built-in player moves next, it plays a turn when the script ends, and prints it as a script. Add SET_AI_PLAYER B to the first group. Then try “Next turn” under Output.',
    script: `${FLEETS.replace('[state]\n[playerA]', 'SRAND 7\n[state]\n[playerA]')}[playerA]\nSHOOT 13 3\n[playerA]\n`,
    solution: `${FLEETS.replace('[state]\n[playerA]', 'SRAND 7\nSET_AI_PLAYER B\n[state]\n[playerA]')}[playerA]\nSHOOT 13 3\n[playerA]\n`,
  },
  {
    title: 'Ten mistakes',
    text: 'Ten lines are wrong. Problems explains each: correct them. A’s cruiser is at 1 1, pointing west; its destroyer at 4 4, pointing north. B’s destroyer is at 12 3, pointing north. A shoots at 13 4, B moves its destroyer ahead, A shoots at 12 3. At the end, the board is printed with PRINT 0.',
    script: `[State]
SET_FLEET A 0 0 1
SET_FLEET B 0 0 0 1
[state]
[playerA]
PLACE_SHIP 1 1 w 0 CRU
PLACE_SHIP 2 4 N 0 DES
[playerA]
[playerB]
PLACE_SHIP 12 3 N 0 DEST
PLACE_SHIP 16 3 N 1 DES
[playerB]
[playerA]
SHOOTS 13 4
SHOOT 12 3
[playerA]
[playerB]
MOVE DES 0 F
[playerB]
[playerA]
SHOOT 3
[playerA]
[state]
PRINT
[state]
`,
    solution: `[state]
SET_FLEET A 0 0 1 1
SET_FLEET B 0 0 0 1
[state]
[playerA]
PLACE_SHIP 1 1 W 0 CRU
PLACE_SHIP 4 4 N 0 DES
[playerA]
[playerB]
PLACE_SHIP 12 3 N 0 DES
[playerB]
[playerA]
SHOOT 13 4
[playerA]
[playerB]
MOVE 0 DES F
[playerB]
[playerA]
SHOOT 12 3
[playerA]
[state]
PRINT 0
[state]
`,
  },
];

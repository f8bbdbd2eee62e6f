// Lessons: scripts to complete. A script is right if it prints what the solution prints.

export interface Lesson {
  /** The names of its title, of what it explains, and of what is to be done. */
  title: string;
  text: string;
  task: string;
  /** The command that it is about, and the name of what explains its arguments. */
  usage?: string;
  key?: string;
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
    title: 'lesson-groups',
    text: 'lesson-groups-text',
    task: 'lesson-groups-task',
    script: '[state]\nREEF 3 4\n[state]\n',
    solution: `[state]\nREEF 3 4\n[state]\n${PRINTED}`,
  },
  {
    title: 'lesson-placing',
    text: 'lesson-placing-text',
    task: 'lesson-placing-task',
    usage: 'PLACE_SHIP y x D i C',
    key: 'lesson-placing-key',
    script: FLEETS.replace('PLACE_SHIP 12 3 N 0 DES\n', '') + PRINTED,
    solution: FLEETS + PRINTED,
  },
  {
    title: 'lesson-shooting',
    text: 'lesson-shooting-text',
    task: 'lesson-shooting-task',
    usage: 'SHOOT y x',
    script: `${FLEETS}[playerA]\n[playerA]\n${PRINTED}`,
    solution: `${FLEETS}[playerA]\nSHOOT 13 3\n[playerA]\n${PRINTED}`,
  },
  {
    title: 'lesson-moving',
    text: 'lesson-moving-text',
    task: 'lesson-moving-task',
    usage: 'MOVE i C m',
    key: 'lesson-moving-key',
    script: `${FLEETS}[playerA]\n[playerA]\n[playerB]\n[playerB]\n${PRINTED}`,
    solution: `${FLEETS}[playerA]\n[playerA]\n[playerB]\nMOVE 0 DES R\nMOVE 0 DES F\nMOVE 0 DES F\n[playerB]\n${PRINTED}`,
  },
  {
    title: 'lesson-radar',
    text: 'lesson-radar-text',
    task: 'lesson-radar-task',
    script: `${FLEETS}[playerA]\nPRINT 1\n[playerA]\n`,
    solution: `${FLEETS}[playerA]\nPRINT 1\n[playerA]\n[playerB]\nPRINT 1\n[playerB]\n`,
  },
  {
    title: 'lesson-planes',
    text: 'lesson-planes-text',
    task: 'lesson-planes-task',
    usage: 'SPY i y x',
    key: 'lesson-planes-key',
    script: `${CARRIER}[playerA]\n[playerA]\n`,
    solution: `${CARRIER}[playerA]\nSPY 0 12 4\nPRINT 0\n[playerA]\n`,
  },
  {
    title: 'lesson-automatic',
    text: 'lesson-automatic-text',
    task: 'lesson-automatic-task',
    script: `${AUTOMATIC}[playerA]\nSHOOT 12 3\nSHOOT 11 4\n[playerA]\n${PRINTED}`,
    solution: `${AUTOMATIC}[playerA]\nMOVE 0 CRU F\nSHOOT 12 3\nSHOOT 11 4\n[playerA]\n${PRINTED}`,
  },
  {
    title: 'lesson-saving',
    text: 'lesson-saving-text',
    task: 'lesson-saving-task',
    script: `${FLEETS}[playerA]\nSHOOT 13 3\n[playerA]\n`,
    solution: `${FLEETS}[playerA]\nSHOOT 13 3\n[playerA]\n[state]\nSAVE\n[state]\n`,
  },
  {
    title: 'lesson-program',
    text: 'lesson-program-text',
    task: 'lesson-program-task',
    script: `${FLEETS.replace('[state]\n[playerA]', 'SRAND 7\n[state]\n[playerA]')}[playerA]\nSHOOT 13 3\n[playerA]\n`,
    solution: `${FLEETS.replace('[state]\n[playerA]', 'SRAND 7\nSET_AI_PLAYER B\n[state]\n[playerA]')}[playerA]\nSHOOT 13 3\n[playerA]\n`,
  },
  {
    title: 'lesson-mistakes',
    text: 'lesson-mistakes-text',
    task: 'lesson-mistakes-task',
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

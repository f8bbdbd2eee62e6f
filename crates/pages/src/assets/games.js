// @ts-check

// Filters the games of a tournament by a player and its result.

const list = document.querySelector('.games');
const games = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.games > li'))];
const names = new Set(games.flatMap(({ dataset }) => [dataset.a ?? '', dataset.b ?? '']));

/**
 * A labelled list to choose from; the first choice is everything.
 * @param {string} text
 * @param {string} all
 * @param {Iterable<string>} choices
 */
const select = (text, all, choices) => {
  const label = document.createElement('label');
  const field = document.createElement('select');
  field.append(new Option(all, ''), ...[...choices].map((choice) => new Option(choice, choice)));
  label.append(`${text} `, field);
  return { label, field };
};

const player = select('Player', 'all', names);
const result = select('Result', 'any', ['won', 'lost', 'drawn']);
const count = document.createElement('output');

/**
 * How a game ended for a player, or for anybody.
 * @param {DOMStringMap} game
 * @param {string} name
 * @returns {string[]}
 */
const results = ({ a, b, winner }, name) => [[a, 'a'], [b, 'b']]
  .filter(([who]) => name === '' || who === name)
  .map(([, side]) => (winner === '' ? 'drawn' : winner === side ? 'won' : 'lost'));

const update = () => {
  const [name, wanted] = [player.field.value, result.field.value];
  const shown = games.filter((game) => {
    const found = results(game.dataset, name);
    game.hidden = wanted === '' ? found.length === 0 : !found.includes(wanted);
    return !game.hidden;
  });
  count.value = shown.length < games.length ? `${shown.length} of ${games.length}` : '';
};

const tools = document.createElement('div');
tools.className = 'tools';
tools.append(player.label, result.label, count);
tools.addEventListener('change', update);
list?.before(tools);

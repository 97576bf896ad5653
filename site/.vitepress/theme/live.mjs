import { withBase } from 'vitepress';

/** Makes the receipt on the home page editable. Loads the results once the reader is about to change a value. */
export function makeLive() {
  const area = document.querySelector('.live:not([data-live])');
  if (area === null) return;
  area.dataset.live = '';
  let loading;
  const load = () => (loading ??= fetch(withBase('/home.json')).then((answer) => answer.json()));
  const choices = [...area.querySelectorAll('[data-choice]')];
  const show = async () => {
    const key = choices.map((choice) => choice.selectedIndex).join('-');
    const { receipt, verdict, causes, open } = (await load())[key];
    // The library draws this markup, and escapes all text.
    area.querySelector('.live-receipt').innerHTML = receipt;
    area.querySelector('.live-verdict').textContent = verdict;
    area.querySelector('.live-causes').replaceChildren(...causes.map(causeItem));
    area.querySelector('.live-open').href = withBase(open);
  };
  for (const choice of choices) choice.addEventListener('change', () => void show());
  area.addEventListener('pointerenter', () => void load());
  area.addEventListener('focusin', () => void load());
  area.querySelector('.live-open').addEventListener('focus', () => void show());
  area.querySelector('.live-open').addEventListener('pointerenter', () => void show());
}

function causeItem({ code, title, changes }) {
  const link = Object.assign(document.createElement('a'), { href: withBase(`/causes/${code}.html`) });
  link.append(code);
  const list = document.createElement('code');
  list.append(...changes.flatMap((line, i) => (i === 0 ? [line] : [document.createElement('br'), line])));
  const item = document.createElement('li');
  item.append(link, `: ${title}`, document.createElement('br'), list);
  return item;
}

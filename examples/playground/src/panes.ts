import type { App } from './app.js';
import { byId, el } from './dom.js';

type Pane = 'receipt' | 'causes' | 'json';

/** Adds tabs that show one pane at a time on narrow screens. Selecting part of the text opens the text pane. */
export function showPanes(app: App): void {
  const place = byId('panes', HTMLElement);
  const show = (pane: Pane) => {
    document.body.dataset.pane = pane;
    for (const [name, button] of Object.entries(buttons)) button.ariaPressed = `${name === pane}`;
  };
  const tab = (pane: Pane, label: string) => el('button', { type: 'button', click: () => show(pane) }, label);
  const buttons = { receipt: tab('receipt', 'Receipt'), causes: tab('causes', 'Causes'), json: tab('json', 'JSON') };
  place.append(...Object.values(buttons));
  show('receipt');
  app.onCauses(({ length }) => (buttons.causes.textContent = length === 0 ? 'Causes' : `Causes (${length})`));
  app.onReveal(() => show('json'));
  for (const [id, property, sign] of HANDLES) addHandle(byId(id, HTMLElement), property, sign);
}

/** The handles between the columns on wide screens: the id, the CSS property for the width, and the direction. */
const HANDLES = [
  ['text-handle', '--text', 1],
  ['notes-handle', '--notes', -1],
] as const;

/** The distance that an arrow key moves a handle, in pixels. */
const STEP = 24;
const LIMITS = { '--text': [420, 1600], '--notes': [360, 900] } as const;

function addHandle(handle: HTMLElement, property: '--text' | '--notes', sign: 1 | -1): void {
  const view = byId('receipt-view', HTMLElement);
  const beside = (sign === 1 ? handle.previousElementSibling : handle.nextElementSibling)!;
  const [least, most] = LIMITS[property];
  const set = (width: number) => {
    const held = Math.round(Math.min(Math.max(width, least), most));
    view.style.setProperty(property, `${held}px`);
    handle.ariaValueNow = `${held}`;
  };
  const width = () => beside.getBoundingClientRect().width;
  handle.ariaValueMin = `${least}`;
  handle.ariaValueMax = `${most}`;
  handle.ariaValueNow = `${least}`;
  handle.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(width() + sign * step);
  });
  handle.addEventListener('pointerdown', ({ pointerId, clientX }) => {
    const start = width();
    handle.setPointerCapture(pointerId);
    handle.onpointermove = (move) => set(start + sign * (move.clientX - clientX));
    handle.onlostpointercapture = () => (handle.onpointermove = null);
  });
}

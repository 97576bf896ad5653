import { createWebhookSigner } from 'receipt-rule-packs/webhook';
import type { App } from '../app.js';
import { byId, el } from '../dom.js';
import { codeOf } from './code.js';
import { differenceOf, fieldOf, fromLocal, partsOf, toLocal, verify, type Difference, type Part } from './verify.js';

const SECRET = 'whsec_playground';
const EVENT = 'transaction.created';

/**
 * Adds the second view. It shows a delivery with its secret and header, and verifies the delivery on every key press.
 */
export function showWebhook(app: App): void {
  const [receipt, webhook] = [byId('receipt-view', HTMLElement), byId('webhook-view', HTMLElement)];
  const tools = byId('tools', HTMLElement);
  const views = [
    ['Receipt', receipt],
    ['Webhook', webhook],
  ] as const;
  const buttons = views.map(([label, view]) => el('button', { type: 'button', click: () => choose(view) }, label));
  const choose = (view: HTMLElement) => {
    if (view === webhook && webhook.children.length === 0) webhook.append(...parts(app));
    tools.hidden = view === webhook;
    for (const [i, [, each]] of views.entries()) {
      each.hidden = each !== view;
      buttons[i]!.ariaPressed = String(each === view);
    }
  };
  choose(receipt);
  byId('views', HTMLElement).append(...buttons);
}

/** The delivery that the page last signed. */
interface Signed {
  readonly body: string;
  readonly header: string;
}

function parts(app: App): Node[] {
  const secret = el('input', { value: SECRET, autocomplete: 'off', spellcheck: 'false' });
  const body = el('textarea', { rows: 8, spellcheck: 'false' });
  const header = el('textarea', { rows: 3, spellcheck: 'false' });
  const clock = el('input', { type: 'datetime-local', step: 1 });
  const told = el('p', { class: 'verdict', role: 'status', tabindex: -1 });
  const list = el('ul', { id: 'header-parts', 'aria-label': 'Parts of the header' });
  const changed = el('p', { class: 'bad', role: 'status' });
  const string = el('pre', { tabindex: 0, role: 'group', 'aria-label': 'The signed string' });
  let signed: Signed = { body: '', header: '' };
  let round = 0;
  const update = async () => {
    const mine = ++round;
    const given = [body.value, secret.value, header.value, fromLocal(clock.value)] as const;
    const [outcome, found] = [await verify(...given), await partsOf(...given)];
    if (mine !== round) return;
    told.dataset.look = outcome.valid ? 'valid' : 'refused';
    told.replaceChildren(el('strong', {}, outcome.valid ? '✓ Valid' : `✗ ${outcome.code}`), ' ', outcome.message);
    list.replaceChildren(...found.map(partItem));
    const difference = header.value === signed.header ? differenceOf(signed.body, body.value) : undefined;
    changed.hidden = difference === undefined;
    changed.textContent = difference ? `Byte ${difference.byte} differs, so the signature no longer matches` : '';
    string.replaceChildren(...signedString(header.value, body.value, difference));
  };
  const sign = async () => {
    try {
      const headers = await createWebhookSigner({ secrets: secret.value }).sign(body.value, {
        event: EVENT,
        timestamp: fromLocal(clock.value),
      });
      header.value = headers['Service-Signature'];
      signed = { body: body.value, header: header.value };
    } catch (error) {
      header.value = '';
      told.textContent = error instanceof Error ? error.message : '';
    }
    await update();
  };
  const flip = () => {
    const at = Math.floor(body.value.length / 2);
    const other = body.value[at] === 'x' ? 'y' : 'x';
    body.value = body.value.slice(0, at) + other + body.value.slice(at + 1);
    void update();
  };
  const setNow = () => {
    clock.value = toLocal(Date.now() / 1000);
    void update();
  };
  body.value = eventText(app);
  setNow();
  for (const field of [secret, body, header, clock]) field.addEventListener('input', () => void update());
  void sign();
  return [
    el('div', { class: 'bar' }, told),
    el(
      'p',
      {},
      'The delivery is verified as you type. If you change the body, the secret, the header or the clock, it is rejected.',
    ),
    bodyOf(body),
    el(
      'div',
      { class: 'tools' },
      el('button', { type: 'button', click: flip }, 'Change a byte'),
      el('button', { type: 'button', click: () => void sign() }, 'Sign it'),
      changed,
    ),
    el('label', {}, 'Header Service-Signature', header),
    list,
    el(
      'div',
      { class: 'pair' },
      el('label', {}, 'Signing secret', secret),
      el(
        'div',
        {},
        el('label', {}, `Receiver’s clock, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`, clock),
        el('button', { type: 'button', click: setNow }, 'Now'),
      ),
    ),
    el('div', {}, el('h2', {}, 'The signed string: t, nonce and body, separated by dots'), string),
    codeOf(),
  ];
}

/** Shows the body either raw and editable, or as indented JSON. */
function bodyOf(raw: HTMLTextAreaElement): HTMLElement {
  const pretty = el('pre', { tabindex: 0, role: 'group', 'aria-label': 'Body, indented', hidden: true });
  const show = (isPretty: boolean) => {
    pretty.hidden = !isPretty;
    label.hidden = isPretty;
    pretty.textContent = indented(raw.value);
    for (const [i, button] of buttons.entries()) button.ariaPressed = String((i === 1) === isPretty);
  };
  const buttons = ['Raw', 'Pretty'].map((name, i) =>
    el('button', { type: 'button', click: () => show(i === 1) }, name),
  );
  const label = el('label', {}, 'Body, as received', raw);
  show(false);
  return el(
    'div',
    {},
    el('div', { class: 'tools', role: 'group', 'aria-label': 'Body format' }, ...buttons),
    label,
    pretty,
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function partItem({ name, value, fits, told }: Part): HTMLElement {
  return el(
    'li',
    { 'data-part': name, 'data-fits': String(fits) },
    el(
      'span',
      { class: fits ? 'good' : 'bad' },
      el('b', {}, fits ? '✓' : '✗'),
      el('span', { class: 'hidden' }, fits ? ' right ' : ' wrong '),
    ),
    el('code', {}, `${name}=${value}`),
    el('span', {}, told),
  );
}

/** Shows the signed string. Text that has changed since the string was signed is shown in red. */
function signedString(header: string, body: string, difference: Difference | undefined): (Node | string)[] {
  const prefix = `${fieldOf(header, 't')}.${fieldOf(header, 'nonce')}.`;
  if (difference === undefined) return [prefix + body];
  const { from, to } = difference;
  return [prefix + body.slice(0, from), el('mark', { class: 'changed' }, body.slice(from, to)), body.slice(to)];
}

/** Returns an event about the current receipt, or an event with empty data if the text is not JSON. */
function eventText({ verdict }: App): string {
  const data = verdict.kind === 'judged' ? verdict.document : {};
  const event = {
    eventId: 'evt_1',
    schemaVersion: '2.1',
    type: EVENT,
    businessId: 'biz_1',
    createdAt: '2026-11-21T09:05:01Z',
    data,
  };
  return JSON.stringify(event);
}

import { createWebhookSigner, createWebhookVerifier, WebhookVerificationError } from 'receipt-rule-packs/webhook';
import type { App } from './app.js';
import { byId, el } from './dom.js';

const SECRET = 'whsec_playground';
const EVENT = 'transaction.created';
const TOLERANCE_SECONDS = 300;

/** The second view: a delivery, its secret and its header, verified on each key press. */
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

function parts(app: App): Node[] {
  const secret = el('input', { value: SECRET, autocomplete: 'off', spellcheck: 'false' });
  const body = el('textarea', { rows: 12, spellcheck: 'false' });
  const header = el('textarea', { rows: 3, spellcheck: 'false' });
  const now = el('input', { inputmode: 'numeric', autocomplete: 'off' });
  const told = el('p', { class: 'verdict', role: 'status', tabindex: -1 });
  const signed = el('pre', { tabindex: 0, role: 'group', 'aria-label': 'The signed string' });
  body.value = eventText(app);
  now.value = `${Math.floor(Date.now() / 1000)}`;
  let round = 0;
  const verify = async () => {
    const mine = ++round;
    const outcome = await verdict(body.value, secret.value, header.value, Number(now.value));
    if (mine !== round) return;
    told.dataset.look = outcome.valid ? 'valid' : 'refused';
    told.replaceChildren(el('strong', {}, outcome.valid ? '✓ Valid' : `✗ ${outcome.code}`), ' ', outcome.message);
    const { time, nonce } = fieldsOf(header.value);
    signed.textContent = `${time}.${nonce}.${body.value}`;
  };
  const sign = async () => {
    try {
      const headers = await createWebhookSigner({ secrets: secret.value }).sign(body.value, {
        event: EVENT,
        timestamp: Number(now.value),
      });
      header.value = headers['Service-Signature'];
    } catch (error) {
      header.value = '';
      told.textContent = error instanceof Error ? error.message : '';
    }
    await verify();
  };
  const flip = () => {
    const at = Math.floor(body.value.length / 2);
    const other = body.value[at] === 'x' ? 'y' : 'x';
    body.value = body.value.slice(0, at) + other + body.value.slice(at + 1);
    body.focus();
    body.setSelectionRange(at, at + 1);
    void verify();
  };
  for (const field of [secret, body, header, now]) field.addEventListener('input', () => void verify());
  void sign();
  return [
    el('div', { class: 'bar' }, told),
    el(
      'p',
      {},
      'The delivery is verified as you type. Change a byte of it, its secret, its header or the clock, and see it refused.',
    ),
    el('label', {}, 'Body, as received', body),
    el(
      'div',
      { class: 'tools' },
      el('button', { type: 'button', click: flip }, 'Change a byte'),
      el('button', { type: 'button', click: () => void sign() }, 'Sign it'),
    ),
    el('label', {}, 'Header Service-Signature', header),
    el(
      'div',
      { class: 'pair' },
      el('label', {}, 'Signing secret of the endpoint', secret),
      el('label', {}, `Clock of the receiver, Unix seconds; tolerance ${TOLERANCE_SECONDS}`, now),
    ),
    el('div', {}, el('h2', {}, 'The signed string: t, nonce and body, separated by dots'), signed),
  ];
}

interface Outcome {
  readonly valid: boolean;
  readonly code: string;
  readonly message: string;
}

async function verdict(body: string, secret: string, header: string, seconds: number): Promise<Outcome> {
  try {
    const now = () => seconds * 1000;
    const verifier = createWebhookVerifier({ secrets: secret, toleranceSeconds: TOLERANCE_SECONDS, now });
    const { type, eventId } = await verifier.verify(body, header);
    return { valid: true, code: '', message: `${type}, ${eventId}` };
  } catch (error) {
    const code = error instanceof WebhookVerificationError ? error.code : 'wrong use';
    return { valid: false, code, message: error instanceof Error ? error.message : String(error) };
  }
}

function fieldsOf(header: string): { time: string; nonce: string } {
  const field = (name: string) => new RegExp(`(?:^|,)${name}=([^,]*)`).exec(header)?.[1] ?? '';
  return { time: field('t'), nonce: field('nonce') };
}

/** An event about the open receipt, if it is readable. */
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

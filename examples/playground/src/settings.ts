import type { App } from './app.js';
import { byId } from './dom.js';
import { valueAt } from './json/change.js';
import type { Setting } from './verdict.js';

/** Connects the controls to the validation settings. The controls also show changes that are made elsewhere. */
export function bindSettings(app: App): void {
  const country = byId('country', HTMLSelectElement);
  const locations = byId('locations', HTMLInputElement);
  const windows = byId('windows', HTMLSelectElement);
  const original = byId('original', HTMLInputElement);
  const originalLabel = byId('original-label', HTMLElement);
  country.addEventListener('change', () => app.set({ country: country.value }));
  locations.addEventListener('change', () => app.set({ multiLocation: locations.checked }));
  windows.addEventListener('change', () => app.set({ rateWindows: windows.value as Setting['rateWindows'] }));
  original.addEventListener('input', () => app.set({ originalDay: original.value }));
  app.onVerdict((verdict) => {
    const { setting } = app;
    country.value = setting.country;
    locations.checked = setting.multiLocation;
    windows.value = setting.rateWindows;
    original.value = setting.originalDay;
    const type = verdict.kind === 'judged' ? valueAt(verdict.document, ['type']) : undefined;
    originalLabel.hidden = typeof type !== 'string' || type === 'sale' || setting.rateWindows === 'off';
  });
}

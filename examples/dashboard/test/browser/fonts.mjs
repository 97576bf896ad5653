import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FONTS = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));

/** Generic font families with the font to use for each. */
const FAMILIES = [
  ['sans-serif', 'DejaVu Sans'],
  ['system-ui', 'DejaVu Sans'],
  ['serif', 'DejaVu Serif'],
  ['monospace', 'DejaVu Sans Mono'],
  ['ui-monospace', 'DejaVu Sans Mono'],
];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Writes a fontconfig configuration that uses only the fonts of an npm package and fixed rendering settings, so that a
 * page looks the same on every machine.
 *
 * @param {string} folder the folder for the configuration and fontconfig's cache
 * @returns {Promise<Record<string, string | undefined>>} environment variables that make a program use only this
 *   configuration
 */
export async function fontsOfNpm(folder) {
  const file = join(folder, 'fonts.conf');
  const aliases = FAMILIES.map(
    ([asked, given]) =>
      `<match><test name="family"><string>${asked}</string></test><edit name="family" mode="assign" binding="strong"><string>${given}</string></edit></match>`,
  );
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${escaped(FONTS)}</dir>
<cachedir>${escaped(join(folder, 'fonts'))}</cachedir>
${aliases.join('\n')}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
<match target="font">
<edit name="antialias" mode="assign"><bool>true</bool></edit>
<edit name="hinting" mode="assign"><bool>false</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
<edit name="autohint" mode="assign"><bool>false</bool></edit>
<edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>
`;
  await writeFile(file, text);
  // If several fonts contain a character, fontconfig chooses one by language.
  return { FONTCONFIG_FILE: file, FONTCONFIG_PATH: folder, FONTCONFIG_SYSROOT: undefined, FC_LANG: 'en' };
}

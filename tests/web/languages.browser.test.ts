import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { goInApp } from './in-app.ts';

const world = browserWorld();

/** Words that a date of this language would bring. */
const WORDS = {
  'de-DE':
    /Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Januar\b|Februar\b|März|Mai\b|Jun[i.]|Jul[i.]|Okt|Dez|Uhr/,
  'ja-JP': /[\u3040-\u30ff\u4e00-\u9fff]/,
} as const;

const MONTH = /\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)/;

test.each(['de-DE', 'ja-JP'] as const)(
  'in a browser of %s every screen is in one language, with its dates',
  { tags: ['decision-8.25'] },
  async (locale) => {
    const wei = world.people[5];
    const boss = await world.openDashboard(world.team.manager, { locale });
    const { page } = boss;
    const employee = `/layout/allemployees/employee/${wei?.employeeId}`;
    const screens = [
      [paths.history, 'What happened in the company'],
      [employee, 'Weekly Stats'],
      [paths.proof, 'Sealed'],
      [paths.allCampaigns, 'Heat Pumps'],
      [paths.myProfile, 'Logged In At'],
      [employee.replace('employee/', 'employee/sales/'), /^Commission/],
      [employee.replace('employee/', 'employee/report/'), 'Login Date'],
    ] as const;
    const isInEnglish = async () => {
      // What is on its way, too.
      await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
      const { path, lang, text } = await page.evaluate(() => ({
        ...{ path: location.pathname, lang: document.documentElement.lang, text: document.body.innerText },
      }));
      expect([path, lang, WORDS[locale].exec(text)?.[0]]).toEqual([path, 'en', undefined]);
    };
    await isInEnglish();
    for (const [path, shown] of screens) {
      // So its sight is that of the next screen.
      expect([path, await page.getByText(shown).count()]).toEqual([path, 0]);
      await goInApp(page, path);
      await page.getByText(shown).first().waitFor();
      await isInEnglish();
    }
    await page.getByRole('link', { name: MONTH }).first().waitFor();
    expect(boss.complaints).toEqual([]);
  },
);

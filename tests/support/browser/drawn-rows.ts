import type { Page } from 'playwright-core';
import { soon } from './screen-steps.ts';

/** The part of React's tree that says which components were drawn. */
type Fiber = {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  /** The same component as of the commit before. */
  readonly alternate: Fiber | null;
  readonly memoizedProps: Readonly<Record<string, unknown>> | null;
};

export type DrawnRows = {
  /** The keys of the rows since the last call, each as often as it was drawn. */
  taken(): Promise<string[]>;
};

/**
 * Notes every table row that React draws, also when nothing changes on the screen: by the hook of its developer tools,
 * which the built app calls, too. Called before the page is opened.
 */
async function noteDrawnRows(page: Page): Promise<DrawnRows> {
  await page.addInitScript(() => {
    const PERFORMED_WORK = 1;
    const drawn: string[] = [];
    const visit = (fiber: Fiber): void => {
      const before = fiber.alternate;
      const key = fiber.child?.type === 'tr' ? fiber.child.memoizedProps?.['data-key'] : undefined;
      if (key && (!before || fiber.flags & PERFORMED_WORK)) drawn.push(String(key));
      if (before?.child === fiber.child) return;
      for (let child = fiber.child; child; child = child.sibling) visit(child);
    };
    Object.assign(globalThis, {
      drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => visit(root.current),
      },
    });
  });
  return {
    taken: () => page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn.splice(0)),
  };
}

/**
 * Opens a screen with a table, with a count of the rows that are drawn, once it shows these words and has all that it
 * asks for.
 */
export async function openCounted(page: Page, path: string, shows = 'Live'): Promise<DrawnRows> {
  const drawn = await noteDrawnRows(page);
  await page.goto(path);
  await page.getByText(shows, { exact: true }).waitFor();
  if (shows === 'Live') await page.getByRole('table').first().locator('tbody tr').first().waitFor();
  // Also what it asks for once it is live.
  await page.waitForLoadState('networkidle');
  return drawn;
}

/** The rows that are drawn until this one is among them. */
export async function drawnWith(drawn: DrawnRows, key: string): Promise<string[]> {
  const seen: string[] = [];
  await soon(async () => {
    seen.push(...(await drawn.taken()));
    return seen;
  }).toContain(key);
  return [...new Set(seen)];
}

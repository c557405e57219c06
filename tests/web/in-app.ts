/** A page of any library that drives browsers. */
type AnyPage = { evaluate(run: (to: string) => void, address: string): Promise<unknown> };

/** Navigates inside the open page, like a link; a reload takes much longer. */
export async function goInApp(page: AnyPage, address: string): Promise<void> {
  await page.evaluate((to) => {
    const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
    history.pushState({ idx, key: String(idx), usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}

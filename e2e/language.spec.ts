import { expect, test, type Page } from '@playwright/test';
import { makeWorkspace, signUpByForm } from './person.ts';

/** Chooses a language by the person's own menu, whatever language the menu is in. */
async function choose(page: Page, language: string): Promise<void> {
  await page.locator('.user-menu').click();
  await page.locator('[role="menuitem"][aria-haspopup]').click();
  await page.getByRole('menuitem', { name: language, exact: true }).click();
}

const middle = async (page: Page, selector: string) => {
  const box = (await page.locator(selector).first().boundingBox())!;
  return box.x + box.width / 2;
};

test('[SHL-006] [SHL-008] [SHL-009] a person takes Arabic and Hebrew, the screens mirror, and takes English again', async ({
  browser,
}) => {
  const { page, context } = await signUpByForm(browser, 'layla');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await middle(page, '.dashboard-sidebar')).toBeLessThan(720);

  await choose(page, 'العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  expect(await middle(page, '.dashboard-sidebar')).toBeGreaterThan(720);
  expect(await middle(page, '.user-menu')).toBeLessThan(720);

  // The choice is of this browser: it is there again before the first screen is drawn.
  await page.reload();
  await expect(page.locator('.user-menu')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');

  await choose(page, 'English');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await makeWorkspace({ page }, 'Mirror');
  const left = page.getByRole('button', { name: 'Files', exact: true });
  await expect(left).toBeVisible();
  expect((await left.boundingBox())!.x).toBeLessThan(100);

  await choose(page, 'עברית');
  await expect(page.getByRole('button', { name: 'שיתוף', exact: true })).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(page.getByPlaceholder('חיפוש או הפעלת פקודה')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await choose(page, 'English');
  await expect(left).toBeVisible();
  await context.close();
});

test('[SHL-009] a visitor meets the first language of the browser that is there, and may take another before signing in', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'pl-PL' });
  const page = await context.newPage();
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await page.getByRole('button', { name: 'Język: Polski' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(22);
  await page.getByRole('menuitem', { name: 'Filipino', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await context.close();
});

test('[SHL-008] an error of the server is said in the language of the person', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto('/auth');
  await page.locator('input[type="email"], input[name="email"]').first().fill('nobody@example.com');
  await page.locator('input[type="password"]').fill('not the password');
  await page.locator('form button[type="submit"]').click();
  await expect(page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.')).toBeVisible();
  await context.close();
});

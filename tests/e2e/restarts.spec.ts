import { killCycles } from '../support/sizes.ts'
import { test as base, expect } from './fixtures.ts'
import { createInstalledApp, type InstalledApp } from './steps/installed-app.ts'
import { watchLedger } from './steps/ledger.ts'
import { connectionStatus, expectAllSent, expectIssued } from './steps/outbox.ts'
import { askToSubmit, sell, writeInvoice } from './steps/sell.ts'
import { readyOffline, signIn } from './steps/sign-in.ts'

const test = base.extend<{ app: InstalledApp }>({
  app: async ({ faultProxy: line, launchOptions }, use) => {
    const app = createInstalledApp(line.url, launchOptions)
    await use(app)
    await app.remove()
  },
})

test('closed and started again offline, the app opens, shows its invoices and what waits, and sends it later (A1)', async ({
  app,
  authority,
  owner,
}) => {
  const before = await app.start()
  await signIn(before.page)
  const ledger = await watchLedger(authority, owner)
  await before.context.setOffline(true)
  const ids = [await sell(before.page), await sell(before.page)]
  await app.close()

  const { context, page } = await app.start({ offline: true })
  await page.goto('/invoices')
  await expect(connectionStatus(page)).toHaveText('You are offline')
  await expect(page.getByRole('link', { name: /^2 waiting/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Waiting to send/ })).toHaveText(/2$/)
  await expect(page.locator('a[data-status="issued"]').first()).toBeVisible()
  await context.setOffline(false)
  await expectAllSent(page)
  await ledger.grownBy(2)
  await expectIssued(page, ids)
})

test('a browser killed the moment the phone says saved, repeatedly, loses no invoice and doubles none (C6)', async ({
  app,
  authority,
  owner,
}) => {
  const cycles = killCycles(3)
  test.setTimeout(300_000 + cycles * 60_000)
  const first = await app.start()
  await signIn(first.page)
  const ledger = await watchLedger(authority, owner)
  let { page } = first
  const ids: string[] = []
  await first.context.setOffline(true)
  for (let kills = 0; kills < cycles; kills += 1) {
    ids.push(await writeInvoice(page))
    await (await askToSubmit(page)).click()
    await page.getByText(/^Saved on this/).waitFor()
    await app.kill()
    ;({ page } = await app.start({ offline: true }))
    await page.goto('/invoices')
    // A worker that takes itself for connected has tried to send a draft by now: that is one more in the queue.
    const waiting = page.getByRole('button', { name: /^Waiting to send/ })
    await expect(waiting).toHaveText(new RegExp(`\\D${ids.length}$`))
  }
  await page.context().setOffline(false)
  await expectAllSent(page)
  await ledger.grownBy(ids.length)
  await expectIssued(page, ids)
})

test('a browser killed in the middle of sending asks again under the same ids after its start: each invoice once (C3)', async ({
  app,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { context, page } = await app.start()
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  const ids = [await sell(page), await sell(page)]
  let release = () => {}
  const held = line.inject(/\/sync\/push/, {
    kind: 'hold',
    release: new Promise<void>((resolve) => {
      release = resolve
    }),
  })
  await context.setOffline(false)
  await expect.poll(held.hits).toBe(1)
  await app.kill()
  release()
  const again = await app.start()
  await again.page.goto('/invoices')
  await expectAllSent(again.page)
  await ledger.grownBy(2)
  await expectIssued(again.page, ids)
})

test('a page that the browser loaded past the worker is taken over again, and works offline (offline-design 3.12)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  const devtools = await phone.devtools()
  await Promise.all([page.waitForEvent('load'), devtools.send('Page.reload', { ignoreCache: true })])
  await readyOffline(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Expenses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expense report')
})

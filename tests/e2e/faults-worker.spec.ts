import type { Page } from '@playwright/test'
import { watchLedger } from './steps/ledger.ts'
import { expectAllSent, expectIssued } from './steps/outbox.ts'
import { askToSubmit, sell, writeInvoice } from './steps/sell.ts'
import { fillLogin, signIn } from './steps/sign-in.ts'
import { readWorker } from './steps/worker.ts'
import { expect, test } from './world.ts'

const PUSH = /\/sync\/push/

test('a tab closed at the moment of "saved", and the sending tab closed in the middle: the others finish (C5, E3)', async ({
  phone,
  line,
  authority,
  owner,
}) => {
  const { page, context, openTab } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const other = await openTab()
  await other.goto('/invoices')
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const held = line.meet(PUSH, { kind: 'hold', release })
  const first = await sell(page)
  await expect.poll(held.hits).toBe(1)
  await page.close()
  resolve()
  await ledger.grownBy(1)

  const third = await openTab()
  await third.goto('/invoices')
  await context.setOffline(true)
  const second = await writeAndSubmit(third)
  await third.close()
  await context.setOffline(false)
  await ledger.grownBy(2)
  await expectAllSent(other)
  await expectIssued(other, [first, second])
})

/** Sells, and comes back in the moment in which the phone says that it is saved. */
async function writeAndSubmit(page: Page): Promise<string> {
  const id = await writeInvoice(page)
  await (await askToSubmit(page)).click()
  await page.getByText(/^Saved on this/).waitFor()
  return id
}

test('a new version takes over only after the push that is under way, one that cannot be loaded never does, and nothing is lost (C8, L4)', async ({
  phone,
  line,
  demo,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const { program, as } = await readWorker(demo)
  let served: { end(): void } | undefined
  // The browser also looks by itself, some time after a page was loaded: it must always find the same.
  const version = (body: string) => {
    served?.end()
    served = line.meet(/\/sw\.js/, as(body), 100)
  }
  const standing = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return { waits: registration.waiting !== null, installs: registration.installing !== null }
    })
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update().catch(() => undefined)
    })

  await test.step('a version one of whose files is gone', async () => {
    // One file of the list under a name that the server does not have.
    version(program.replace(/(assets\/[\w-]+)\.css/, '$1-gone.css'))
    await update()
    await expect.poll(standing).toEqual({ waits: false, installs: false })
  })
  await test.step('a version that is whole', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const held = line.meet(PUSH, { kind: 'hold', release })
    const id = await sell(page)
    await expect.poll(held.hits).toBe(1)
    version(`${program}\n// another version`)
    await update()
    await expect.poll(standing).toEqual({ waits: true, installs: false })
    // Offered only when nothing is being sent; a window that does not wait for it may bring it in all the same.
    await expect(page.getByRole('button', { name: /Update now/ })).toHaveCount(0)
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
    })
    expect(await standing()).toEqual({ waits: true, installs: false })
    resolve()
    await expect.poll(standing).toEqual({ waits: false, installs: false })
    await expectAllSent(page)
    await ledger.grownBy(1)
    await expectIssued(page, [id])
  })
})

test('a browser without any storage says so at the login instead of working as if it kept something (D9)', async ({
  phone,
}) => {
  const { page, context } = phone
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  await page.goto('/login')
  await expect(page.locator('#early-login')).toHaveCount(0)
  await fillLogin(page, 'operator')
  await expect(page.getByRole('alert')).toContainText('This phone cannot save', { timeout: 30_000 })
  await expect(page).toHaveURL(/\/login/)
})

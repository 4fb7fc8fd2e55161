import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { watchLedger } from './steps/ledger.ts'
import { expectAllSent, expectIssued } from './steps/outbox.ts'
import { askToSubmit, sell, writeInvoice } from './steps/sell.ts'
import { lengthenPushTimeout } from './steps/short-push-timeout.ts'
import { fillLogin, signIn } from './steps/sign-in.ts'
import { dispatchSync, loseCoordination, readWorker, stopWorkers } from './steps/worker.ts'

const PUSH = /\/sync\/push/

test('a tab closed at the moment of "saved", and the sending tab closed in the middle: the others finish (C5, E3)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context, openTab } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const other = await openTab()
  await other.goto('/invoices')
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const held = line.inject(PUSH, { kind: 'hold', release })
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
  faultProxy: line,
  demo,
  authority,
  owner,
}) => {
  test.setTimeout(900_000)
  const { page } = phone
  await signIn(page)
  // On a slow machine the phone would give up on the held push before the new version is here.
  await lengthenPushTimeout(phone)
  const ledger = await watchLedger(authority, owner)
  const { program, as } = await readWorker(demo)
  let served: { end(): void } | undefined
  // The browser also looks by itself, some time after a page was loaded: it must always find the same.
  const version = (body: string) => {
    served?.end()
    served = line.inject(/\/sw\.js/, as(body), 100)
  }
  const status = () =>
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
    await expect.poll(status).toEqual({ waits: false, installs: false })
  })
  await test.step('a version that is whole', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const held = line.inject(PUSH, { kind: 'hold', release })
    const id = await sell(page)
    await expect.poll(held.hits).toBe(1)
    version(`${program}\n// another version`)
    await update()
    await expect.poll(status).toEqual({ waits: true, installs: false })
    // Offered only when nothing is being sent; a window that does not wait for it may bring it in all the same.
    await expect(page.getByRole('button', { name: /Update now/ })).toHaveCount(0)
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
    })
    expect(await status()).toEqual({ waits: true, installs: false })
    resolve()
    // It asks for a minute whether something is being sent, and the older worker to end its events; one that it does not
    // end the browser ends after five minutes.
    await expect.poll(status, { timeout: 390_000 }).toEqual({ waits: false, installs: false })
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
  await expect(page.getByRole('alert')).toContainText('This phone cannot save', { timeout: 60_000 })
  await expect(page).toHaveURL(/\/login/)
})

test('without Web Locks, and with messages between page and worker lost and doubled, two tabs and the worker send each invoice once and say so (E4, E5)', async ({
  phone,
  faultProxy: line,
  demo,
  authority,
  owner,
}) => {
  const { page, context, openTab } = phone
  const { program, as } = await readWorker(demo)
  line.inject(/\/sw\.js/, as(`(${String(loseCoordination)})();\n${program}`), 100)
  await context.addInitScript(loseCoordination)
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  const other = await openTab()
  await other.goto('/invoices')
  const ids = [await sell(page), await sell(other)]
  await context.setOffline(false)
  await ledger.grownBy(2)
  await expectAllSent(page)
  await expectIssued(other, ids)
  const strays = () => Number(Reflect.get(globalThis, 'strayMessages'))
  expect(await page.evaluate(strays)).toBeGreaterThan(2)
  const [worker] = context.serviceWorkers()
  expect(await worker?.evaluate(strays)).toBeGreaterThan(2)
})

test('a frozen page, a failed last sync event and an old window during an upgrade delay nothing permanently (C9, C10, D6)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context, openTab, pageErrors: complaints } = phone
  // Only the worker asks for sync events here: what is proven is its asking again.
  await context.addInitScript(() => {
    const world: typeof globalThis & {
      SyncManager?: { readonly prototype: { register(tag: string): Promise<void> } }
    } = globalThis
    if (!world.SyncManager) return
    world.SyncManager.prototype.register = () =>
      Promise.reject(new DOMException('not here', 'NotAllowedError'))
  })
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const bare = await openTab()
  // A window of the same origin without any of our program: it keeps the browser's rules and nothing else.
  await bare.goto('/healthz')
  const windows = await context.newCDPSession(bare)
  const sold: string[] = []
  /** Sells; the push of this sale waits at the line until the returned function is called. */
  const sellHeld = async (seller: Page): Promise<() => void> => {
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const held = line.inject(PUSH, { kind: 'hold', release })
    // A worker that is still pulling would be the one that sends.
    await stopWorkers(windows)
    sold.push(await sell(seller))
    await expect.poll(held.hits).toBe(1)
    return resolve
  }

  await test.step('the last sync event fails, and the worker sends by itself when the connection returns', async () => {
    const refused = line.inject(PUSH, { kind: 'refuse' }, 1_000)
    sold.push(await sell(page))
    await page.close()
    const tag = (await accountName(bare)).replace('efd_', 'drain:')
    expect(await tagsOf(bare)).toEqual([])
    const before = refused.hits()
    await dispatchSync(windows, { origin: phone.url, tag, lastChance: true })
    await expect.poll(refused.hits).toBeGreaterThan(before)
    await context.setOffline(true)
    // The worker tries for a hundred seconds; by this clock they are over. One that rested meanwhile is another one now.
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      const now = Date.now
      Date.now = () => now() + 100_000
    })
    await expect.poll(() => tagsOf(bare)).toEqual([tag])
    refused.end()
    await context.setOffline(false)
    await ledger.grownBy(1)
  })

  await test.step('the frozen page keeps its lock; when its lease is over another takes over', async () => {
    const [second, other] = [await openTab(), await openTab()]
    await second.goto('/invoices')
    await other.goto('/invoices')
    let unblock = await sellHeld(second)
    // A worker that woke up meanwhile sends first: its push goes through, and the next sale is the page's.
    while (!(await holdsDrainLock(second))) {
      unblock()
      await ledger.grownBy(sold.length)
      unblock = await sellHeld(second)
    }
    const frozen = await context.newCDPSession(second)
    await frozen.send('Page.setWebLifecycleState', { state: 'frozen' })
    // A lease is 45 seconds long: the other window goes by a clock on which they are over, and is looked at.
    await other.evaluate(() => {
      const now = Date.now
      Date.now = () => now() + 46_000
      window.dispatchEvent(new Event('focus'))
    })
    await ledger.grownBy(sold.length)
    unblock()
    await frozen.send('Page.setWebLifecycleState', { state: 'active' })
    await expectAllSent(second)
    await second.close()
    await other.close()
  })

  await test.step('an old window keeps a newer app from its upgrade, which says so, and opens when it is closed', async () => {
    const holds = await bare.evaluate(
      async (name) => {
        const opening = indexedDB.open(name)
        await new Promise((resolve) => opening.addEventListener('success', resolve))
        // Kept in a global, because the browser closes a database without references.
        Reflect.set(globalThis, 'opened', opening.result)
        return opening.result.version
      },
      await accountName(bare),
    )
    expect(holds).toBeGreaterThan(0)
    const newer = await openTab()
    await newer.addInitScript(() => {
      const open = IDBFactory.prototype.open
      IDBFactory.prototype.open = function (name, version) {
        const later = /^efd_[0-9a-f]{20}$/.test(name) && version !== undefined
        return later ? open.call(this, name, version + 10) : open.call(this, name, version)
      }
    })
    await newer.goto('/invoices')
    await expect(newer.getByText(/^This phone cannot save now/)).toBeVisible({ timeout: 45_000 })
    // Logged, and nothing else was.
    expect(complaints.splice(0).join()).toMatch(/^Error: DEVICE_STORAGE_BROKEN[^,]*$/)
    await bare.close()
    await newer.getByRole('button', { name: 'Try again' }).click()
    await expectIssued(newer, sold)
    await ledger.grownBy(sold.length)
  })
})

/** The sync events that the browser has yet to send the worker. */
async function tagsOf(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const registration: ServiceWorkerRegistration & { sync?: { getTags(): Promise<string[]> } } =
      await navigator.serviceWorker.ready
    return (await registration.sync?.getTags()) ?? []
  })
}

/** Whether it is this page that sends, and not the worker or another page. */
async function holdsDrainLock(page: Page): Promise<boolean> {
  return await page.evaluate(
    async () =>
      await navigator.locks.request('probe', async () => {
        const { held = [] } = await navigator.locks.query()
        const holder = (start: string) => held.find(({ name = '' }) => name.startsWith(start))?.clientId
        return holder('drain:') === holder('probe')
      }),
  )
}

/** The database of the only account of this phone. */
async function accountName(page: Page): Promise<string> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name))
  const [name, ...others] = names.filter((known) => /^efd_[0-9a-f]{20}$/.test(known))
  if (name === undefined || others.length > 0) throw new Error(`not one account: ${names.join(', ')}`)
  return name
}

import { killCycles } from '../support/sizes.ts'
import { expect, test } from './fixtures.ts'
import { watchLedger } from './steps/ledger.ts'
import { connectionStatus, expectAllSent, expectIssued } from './steps/outbox.ts'
import { sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'
import { ASKS_LEAVE, readWorker, stopWorkers } from './steps/worker.ts'

const PUSH = /\/sync\/push/

const MOMENTS: readonly {
  readonly moment: string
  readonly path: RegExp
  readonly kind: 'hold' | 'hold-answer'
}[] = [
  { moment: 'before the request leaves (C1)', path: /before-push/, kind: 'hold' },
  { moment: 'while the request is under way (C2)', path: PUSH, kind: 'hold' },
  { moment: 'after the commit and before the answer (C3)', path: PUSH, kind: 'hold-answer' },
  { moment: 'with the answer that is not stored yet (C4)', path: /after-push/, kind: 'hold' },
]

test.describe('the server ends', () => {
  for (const how of ['stop', 'kill'] as const) {
    test(`an invoice written and submitted while the server is down (${how}) is issued once after its start (A2)`, async ({
      phone,
      demo,
      authority,
      owner,
    }) => {
      const { page } = phone
      await signIn(page)
      const ledger = await watchLedger(authority, owner)
      await demo[how]()
      const id = await sell(page)
      await expect(connectionStatus(page)).toHaveText('No connection to the server')
      await expect(page.getByRole('link', { name: /^\d+ waiting/ })).toBeVisible()
      await demo.start()
      await expectAllSent(page)
      await ledger.grownBy(1)
      await expectIssued(page, [id])
    })
  }

  test('a server killed while it works on a push issues the invoice once after its start (I-1)', async ({
    phone,
    faultProxy: line,
    demo,
    authority,
    owner,
  }) => {
    const { page } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    const lost = line.inject(PUSH, { kind: 'lose-answer' }, 2)
    const id = await sell(page)
    await expect.poll(lost.hits).toBeGreaterThan(0)
    await demo.kill()
    await demo.start()
    await expectAllSent(page)
    await ledger.grownBy(1)
    await expectIssued(page, [id])
  })
})

test.describe('the app ends', () => {
  test('with every page closed, the worker alone sends what waits once the connection is back', async ({
    phone,
    authority,
    owner,
  }) => {
    const { page, context, openTab } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    await context.setOffline(true)
    const ids = [await sell(page), await sell(page)]
    // The browser keeps running as long as one page of something else is open.
    const elsewhere = await context.newPage()
    await page.close()
    await context.setOffline(false)
    await ledger.grownBy(2)
    const again = await openTab()
    await again.goto('/invoices')
    await expectIssued(again, ids)
    await expectAllSent(again)
    await elsewhere.close()
  })

  for (const { moment, path, kind } of MOMENTS) {
    test(`a worker killed ${moment} loses nothing: the next wake-up finishes, and it is issued once`, async ({
      phone,
      faultProxy: line,
      demo,
      authority,
      owner,
    }) => {
      const { page, context, openTab } = phone
      const { program, as } = await readWorker(demo)
      line.inject(/\/sw\.js/, as(ASKS_LEAVE + program), Number.POSITIVE_INFINITY)
      await signIn(page)
      const ledger = await watchLedger(authority, owner)
      await context.setOffline(true)
      const id = await sell(page)
      // The browser keeps running as long as one page of something else is open.
      const elsewhere = await context.newPage()
      const devtools = await context.newCDPSession(elsewhere)
      await page.close()
      const { promise: release, resolve } = Promise.withResolvers<void>()
      const held = line.inject(path, { kind, release })
      await context.setOffline(false)
      await expect.poll(held.hits, { timeout: 60_000 }).toBe(1)
      await stopWorkers(devtools)
      resolve()
      const again = await openTab()
      await again.goto('/invoices')
      await ledger.grownBy(1)
      await expectIssued(again, [id])
      await expectAllSent(again)
      await elsewhere.close()
    })
  }

  test('pages reloaded repeatedly in the middle of pushes send each invoice once (C7)', async ({
    phone,
    faultProxy: line,
    authority,
    owner,
  }) => {
    const rounds = Math.ceil(killCycles(4) / 4)
    test.setTimeout(300_000 + rounds * 180_000)
    const { page, context } = phone
    await signIn(page)
    for (let round = 0; round < rounds; round += 1) {
      const ledger = await watchLedger(authority, owner)
      await context.setOffline(true)
      const ids = [await sell(page), await sell(page), await sell(page)]
      const lost = line.inject(PUSH, { kind: 'lose-answer' }, 3)
      await context.setOffline(false)
      for (let reloads = 0; reloads < 4; reloads += 1) await page.reload({ waitUntil: 'domcontentloaded' })
      await expect.poll(lost.hits).toBeGreaterThan(0)
      await expectAllSent(page)
      await ledger.grownBy(3)
      await expectIssued(page, ids)
    }
  })
})

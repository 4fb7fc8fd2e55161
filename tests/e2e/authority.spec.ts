import { expect, test } from './fixtures.ts'
import { expectLedgerSound, MAIN_DEVICE, watchLedger } from './steps/ledger.ts'
import { connectionStatus, expectAllSent, expectIssued, expectStatus, openSending } from './steps/outbox.ts'
import { readPaper } from './steps/receipt.ts'
import { sell, showTab } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

const BLOCKED = 'Your account has been blocked by TRA. Please contact us for more details.'
const REASON = 'Returns are missing. Visit your tax office.'

test.afterEach(async ({ authority, owner }) => {
  await authority.clearFaults()
  await authority.post(`devices/${MAIN_DEVICE}/unblock`)
  await owner.resume()
})

test('a company that the authority blocks during the day stops selling, keeps what waits, and continues when it is unblocked (spec §4)', async ({
  newPhone,
  authority,
  owner,
}) => {
  const [first, second] = [await newPhone(), await newPhone()]
  await signIn(first.page)
  await signIn(second.page, 'owner')
  const ledger = await watchLedger(authority, owner)
  await second.context.setOffline(true)
  const waiting = await sell(second.page)

  await authority.post(`devices/${MAIN_DEVICE}/block`, { message: REASON })
  await authority.post(`devices/${MAIN_DEVICE}/revoke-tokens`)
  const numbered = await sell(first.page)
  await expect(async () => {
    await openSending(first.page)
    await first.page.getByRole('button', { name: 'Send now' }).click()
    await expect(first.page.getByText('Company blocked by TRA')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  const banner = first.page.getByRole('alert').filter({ hasText: 'Company blocked by TRA' })
  await expect(banner).toContainText(BLOCKED)
  await expect(banner).toContainText(REASON)
  await first.page.goto('/new-invoice')
  await expect(first.page.getByRole('button', { name: /^Charge/ })).toBeDisabled()
  await showTab(first.page, 'Cart')
  await expect(first.page.getByRole('button', { name: 'Save draft' })).toBeDisabled()

  await second.context.setOffline(false)
  await expect(connectionStatus(second.page)).toHaveText('Blocked by TRA', { timeout: 60_000 })
  await second.page.goto(`/invoice/${waiting}`)
  await expect(second.page.getByText('Waiting to send').first()).toBeVisible()
  await expect(second.page.getByRole('link', { name: /^1 waiting/ })).toBeVisible()
  await expectLedgerSound(authority)

  await authority.post(`devices/${MAIN_DEVICE}/unblock`)
  await owner.resume()
  await expectIssued(first.page, [numbered])
  await expect(first.page.getByText('Company blocked by TRA')).toBeHidden()
  // The server would query by itself within a minute; here the test does it at once.
  await expectIssued(second.page, [waiting])
  await ledger.grownBy(2)
  await expectAllSent(second.page)
  await first.page.goto('/new-invoice')
  await expect(first.page.getByRole('button', { name: /^Charge/ })).toBeEnabled()
})

test('a receipt that the authority cannot read (code 1) says so, is repaired on the screen, and keeps its number (I-8)', async ({
  phone,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page, 'owner')
  const ledger = await watchLedger(authority, owner)
  await authority.fault({ kind: 'code', code: 1, times: 1, certkey: MAIN_DEVICE })
  const id = await sell(page)
  await expectStatus(page, id, 'Needs attention')
  await expect(page.getByRole('alert')).toContainText('TRA could not read the receipt or its signature')
  await expect(page.getByRole('alert')).toContainText(/choose repair/i)
  const before = await readPaper(page)

  await page.getByRole('button', { name: 'Repair and send again' }).click()
  await page
    .getByRole('dialog', { name: 'Repair and send again' })
    .getByRole('button', { name: 'Repair and send again' })
    .click()
  await expect(page.getByText('Repair saved. Sending it to TRA')).toBeVisible()
  await expectAllSent(page)
  await expectIssued(page, [id])
  // The message covers the lower edge of the receipt for a while.
  await expect(page.getByText('Repair saved. Sending it to TRA')).toBeHidden()
  expect(await readPaper(page)).toEqual(before)
  const [receipt] = await ledger.grownBy(1)
  expect(receipt?.rctvnum).toBe(before.code)
})

/** What the authority may do to a receipt that it takes in the end; in some of it, it had taken it at once. */
const TROUBLES: readonly {
  readonly name: string
  readonly fault: { kind: string } & Record<string, unknown>
}[] = [
  { name: 'takes the receipt and its answer is lost', fault: { kind: 'drop-answer' } },
  { name: 'drops the connection', fault: { kind: 'drop-before' } },
  {
    name: 'takes the receipt and answers 503',
    fault: { kind: 'status', status: 503, afterProcessing: true },
  },
  { name: 'answers with a page in HTML', fault: { kind: 'html' } },
  { name: 'takes the receipt and leaves the code of its answer empty', fault: { kind: 'empty-ackcode' } },
  { name: 'takes the receipt and signs its answer with another key', fault: { kind: 'bad-signature' } },
  { name: 'says that it failed (code 5)', fault: { kind: 'code', code: 5 } },
  { name: 'answers late', fault: { kind: 'latency', ms: 3_000 } },
]

test('a receipt that the authority takes in the end is issued once, and those behind it too (I-5, I-6)', async ({
  phone,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const ids: string[] = []
  for (const { name, fault } of TROUBLES) {
    await test.step(`it ${name}`, async () => {
      await authority.fault({ ...fault, times: 1, calls: ['receipt'], certkey: MAIN_DEVICE })
      ids.push(await sell(page), await sell(page))
      await ledger.grownBy(ids.length)
    })
  }
  await expectIssued(page, ids)
  await expectAllSent(page)
})

test('a state that was asked for before the device was resumed, and answered after it, does not replace the new one', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page, 'owner')
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  await page.route('**/v1/accounting/fiscal/status*', async (route) => {
    asked += 1
    const response = await route.fetch()
    if (asked > 1) await released
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), state: 'stopped', reason: REASON },
    })
  })
  await openSending(page)
  const stopped = page.getByText('TRA stopped accepting receipts')
  await expect(stopped).toBeVisible()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect.poll(() => asked).toBe(2)
  await page.getByRole('button', { name: 'Try TRA again' }).click()
  await expect(page.getByText('Trying TRA again. Receipts are being sent.')).toBeVisible()
  await expect(stopped).toBeHidden()
  const late = page.waitForResponse(/\/fiscal\/status/)
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(stopped).toBeHidden()
})

import type { Fault } from '../support/fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import { watchLedger } from './steps/ledger.ts'
import { logOut } from './steps/log-out.ts'
import { expectAllSent, expectIssued } from './steps/outbox.ts'
import { readPushes } from './steps/pushes.ts'
import { sell } from './steps/sell.ts'
import { fillLogin, signIn } from './steps/sign-in.ts'

const PUSH = /\/sync\/push/
const REFRESH = /\/token\/refresh/

/** A refusal as our server writes it. */
function refusal(status: number, code: string, message: string): Fault {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({
      type: 'about:blank',
      title: 'Unauthorized',
      status,
      code,
      message,
      requestId: 'e2e',
    }),
  }
}

const EXPIRED = refusal(401, 'TOKEN_EXPIRED', 'Expired JWT Token')

test('a bearer that expires in the middle of sending is renewed once, and sending continues (B4)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  const ids = [await sell(page), await sell(page)]
  const expired = line.inject(PUSH, EXPIRED)
  await context.setOffline(false)
  await expect.poll(expired.hits).toBe(1)
  await expectAllSent(page)
  expect(line.seen.filter(({ path }) => REFRESH.test(path)).map(({ status }) => status)).toEqual([200])
  await ledger.grownBy(2)
  await expectIssued(page, ids)
})

test('when the session has ended, the work stays and is sent after the same person logs in again (B5)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  const id = await sell(page)
  const expired = line.inject(PUSH, EXPIRED, Number.POSITIVE_INFINITY)
  const refused = line.inject(
    REFRESH,
    refusal(401, 'REFRESH_REFUSED', 'Invalid JWT Refresh Token'),
    Number.POSITIVE_INFINITY,
  )
  await context.setOffline(false)
  await expect.poll(refused.hits).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/login/, { timeout: 60_000 })
  await ledger.grownBy(0)
  expired.end()
  refused.end()
  await fillLogin(page, 'operator')
  await expect(page).not.toHaveURL(/\/login/)
  await expectAllSent(page)
  await ledger.grownBy(1)
  await expectIssued(page, [id])
})

test('work of one person stays when another logs in on the same phone, is never shown or sent as theirs, and goes out when the first returns (H1, H2)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const cut = line.inject(PUSH, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
  const id = await sell(page)
  await logOut(page)

  await signIn(page, 'owner')
  await expect(page.locator('header').getByRole('link', { name: 'All sent' })).toBeVisible()
  await page.goto(`/invoice/${id}`)
  await expect(page.getByText('The invoice was not found')).toBeVisible()
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await logOut(page)
  await ledger.grownBy(0)

  cut.end()
  await signIn(page)
  await expectAllSent(page)
  await ledger.grownBy(1)
  await expectIssued(page, [id])
  const writers = readPushes(line.seen).map(({ userId }) => userId)
  expect(writers.length).toBeGreaterThan(1)
  expect(new Set(writers).size).toBe(1)
})

test('what waited at the log-out is sent automatically under the grant of this phone, with no user logged in', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const cut = line.inject(PUSH, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
  const id = await sell(page)
  await logOut(page)
  cut.end()
  await page.goto('/login')
  await ledger.grownBy(1)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(readPushes(line.seen).at(-1)?.grant).toBeDefined()
  await signIn(page)
  await expectAllSent(page)
  await expectIssued(page, [id])
})

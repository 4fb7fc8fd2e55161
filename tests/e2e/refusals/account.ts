import { expect, type Locator } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import type { DemoDatabase } from '../../support/demo-database.ts'
import { refusePushes } from '../steps/answer-pushes.ts'
import { MAIN_TIN } from '../steps/ledger.ts'
import { newProduct } from '../steps/new-records.ts'
import { connectionStatus } from '../steps/outbox.ts'
import { readRows } from '../steps/phone-store.ts'
import type { ResolvableCode } from '../steps/refusal-sentences.ts'
import { fillLogin } from '../steps/sign-in.ts'
import { olderApp, withoutBearer } from './garbled-requests.ts'
import {
  clickResolution,
  expectNothingLeft,
  openSyncPage,
  type RefusalContext,
  sentenceOf,
  type Tab,
} from './refusal-context.ts'

function noticeOf({ page }: Tab): Locator {
  return page.locator('main section[data-refused]')
}

/** A cause that stops the phone's account as a whole. `begin` starts it, `end` ends it from outside. */
type Stop = {
  readonly code: ResolvableCode
  readonly begin: () => unknown
  readonly end: () => unknown
}

async function sendNow({ page }: Tab): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'Send now' }).click()
}

/** The whole account is refused for one reason after the other; the last stays in force. */
async function stopFor(context: RefusalContext, name: string, stops: readonly Stop[]): Promise<void> {
  const { english } = context
  let endLast: Stop['end'] = () => undefined
  for (const [index, { code, begin, end }] of stops.entries()) {
    await begin()
    // Only now: nothing may go out in between.
    await endLast()
    endLast = end
    if (index === 0) await newProduct(english.page, name)
    await openSyncPage(context, english)
    if (index > 0) await sendNow(english)
    await expect(noticeOf(english)).toContainText(sentenceOf(code, english), { timeout: 45_000 })
  }
}

/** A block stops the saving and sending of invoices only, so the phone learns of it from the feed, not from a refused push. */
function blockInFeed(database: DemoDatabase): () => unknown {
  return () =>
    database.run(`
      with blocked as (
        update companies
        set blocked_by_tra = true, blocked_reason = 'Two returns are missing', rev = rev + 1, change_seq = change_seq + 1
        where tin = '${MAIN_TIN}' returning id, change_seq
      )
      insert into changes (company_id, t, row_id, change_id, deleted)
      select id, 'company', id, change_seq, false from blocked
      on conflict (company_id, t, row_id) do update set change_id = excluded.change_id
    `)
}

/**
 * User and company are stopped at the server for one cause after the other, and each cause ends again: the
 * button of the notice tries again and meets the next. One change waits until the account may push again.
 */
export async function resolveAccount(
  context: RefusalContext,
  database: DemoDatabase,
  number: string,
): Promise<void> {
  const { english, swahili, faultProxy: line, resolved } = context
  const stops: readonly (Stop & { readonly tab: Tab; readonly head: string })[] = [
    { code: 'UPGRADE_REQUIRED', ...{ tab: swahili, head: 'Sasisha programu' }, ...olderApp(line) },
    {
      code: 'COMPANY_BLOCKED_BY_TRA',
      ...{ tab: swahili, head: 'Imezuiwa na TRA' },
      begin: blockInFeed(database),
      // The owner queries the device's status at the authority, which reports no block.
      end: () => undefined,
    },
  ]
  await stops[0]?.begin()
  await newProduct(english.page, `Simama ${number}`)
  for (const [index, { code, tab, head, end }] of stops.entries()) {
    await openSyncPage(context, tab)
    const notice = noticeOf(tab).filter({ hasText: sentenceOf(code, tab) })
    await notice.waitFor()
    await expect(connectionStatus(tab.page)).toHaveText(head)
    await stops[index + 1]?.begin()
    await end()
    await clickResolution(tab, notice, code)
    await notice.waitFor({ state: 'hidden' })
    resolved.add(code)
  }
  await expectNothingLeft(context)
}

/** The session is over, however that came about: logging in again sends what waits. */
export async function resolveSession(
  context: RefusalContext,
  database: DemoDatabase,
  number: string,
): Promise<void> {
  const { english, faultProxy: line, resolved } = context
  const { page } = english
  const device = (await readRows(page, 'meta')).find((row) => row['key'] === 'deviceId')
  const told = (code: ResolvableCode, status: number): Stop => {
    let lift = () => {}
    const begin = () => {
      lift = refusePushes(line, status, code).end
    }
    return { code, begin, end: () => lift() }
  }
  const naked = withoutBearer(line)
  const change = (must: boolean) => () =>
    database.run(`update users set must_change_password = ${must} where username = 'owner'`)
  const stops: readonly Stop[] = [
    told('TOKEN_EXPIRED', 401),
    told('REFRESH_REFUSED', 401),
    told('GRANT_REFUSED', 403),
    { code: 'TOKEN_MISSING', ...naked },
    { code: 'PASSWORD_CHANGE_REQUIRED', begin: change(true), end: change(false) },
    {
      code: 'TOKEN_INVALID',
      begin: () =>
        database.run('update refresh_tokens set revoked_at = now() where device_id = $1', [
          device?.['value'],
        ]),
      end: () => undefined,
    },
  ]
  await stopFor(context, `Nje ${number}`, stops)
  await expect(connectionStatus(page)).toHaveText('Log in to send')
  await clickResolution(english, noticeOf(english), 'TOKEN_INVALID')
  await expect(page).toHaveURL(/\/login\?next=/)
  await fillLogin(page, 'owner', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/sync$/, { timeout: 60_000 })
  await expectNothingLeft(context)
  for (const { code } of stops) resolved.add(code)
}

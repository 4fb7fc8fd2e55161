import { expect, type Locator } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import type { DemoDatabase } from '../../support/demo-database.ts'
import { refusePushes } from '../steps/judge-pushes.ts'
import { newProduct } from '../steps/new-records.ts'
import { lineWords } from '../steps/outbox.ts'
import { readRows } from '../steps/phone-store.ts'
import type { MendedCode } from '../steps/refusal-sentences.ts'
import { fillLogin } from '../steps/sign-in.ts'
import { olderApp, withoutBearer } from './garbled-requests.ts'
import { expectNothingLeft, openSyncPage, type Stage, sentenceOf, type Tab, touchMending } from './stage.ts'

function noticeOf({ page }: Tab): Locator {
  return page.locator('main section[data-refused]')
}

/** Whatever stops the account of the phone as a whole. `begin` makes it so, `end` ends it from outside. */
type Stop = {
  readonly code: MendedCode
  readonly begin: () => unknown
  readonly end: () => unknown
}

async function sendNow({ page }: Tab): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'Send now' }).click()
}

/** The whole account is refused for one reason after the other; the last stays in force. */
async function stopFor(stage: Stage, name: string, stops: readonly Stop[]): Promise<void> {
  const { english } = stage
  let endLast: Stop['end'] = () => undefined
  for (const [index, { code, begin, end }] of stops.entries()) {
    await begin()
    // Only now: nothing may go out in between.
    await endLast()
    endLast = end
    if (index === 0) await newProduct(english.page, name)
    await openSyncPage(english)
    if (index > 0) await sendNow(english)
    await expect(noticeOf(english)).toContainText(sentenceOf(code, english), { timeout: 15_000 })
  }
}

/** People, companies and sessions are ended at the server; what waits goes out when they are let in again. */
export async function mendAccount(stage: Stage, database: DemoDatabase, number: string): Promise<void> {
  const { english, swahili, line, mended } = stage
  const { page } = english
  const company = (change: string) => () =>
    database.run(`update companies set ${change} where tin = '999000001'`)
  const user = (change: string) => () => database.run(`update users set ${change} where username = 'owner'`)

  /** One that passes by itself: the touch sends again, once it is lifted. */
  const passing = async (tab: Tab, stop: Stop & { readonly head: string }) => {
    await stop.begin()
    await newProduct(page, `Simama ${stop.code} ${number}`)
    await openSyncPage(tab)
    const notice = noticeOf(tab)
    await expect(notice).toContainText(sentenceOf(stop.code, tab), { timeout: 15_000 })
    await expect(lineWords(tab.page)).toHaveText(stop.head)
    await stop.end()
    await touchMending(tab, notice, stop.code)
    await expect(notice).toBeHidden({ timeout: 30_000 })
    mended.add(stop.code)
  }
  await passing(english, {
    code: 'USER_DISABLED',
    head: 'Sending is stopped',
    begin: user(`status = 'disabled'`),
    end: user(`status = 'active'`),
  })
  await passing(swahili, {
    code: 'COMPANY_DISABLED',
    head: 'Kutuma kumesitishwa',
    begin: company('active = false'),
    end: company('active = true'),
  })
  const blocked = company(`blocked_by_tra = true, blocked_reason = 'Two returns are missing'`)
  // The owner asks the authority how the device stands: it says that nothing is wrong.
  await passing(english, {
    code: 'COMPANY_BLOCKED_BY_TRA',
    head: 'Blocked by TRA',
    begin: blocked,
    end: () => undefined,
  })

  const old = olderApp(line)
  await passing(swahili, {
    code: 'UPGRADE_REQUIRED',
    head: 'Sasisha programu',
    begin: old.begin,
    end: old.end,
  })
  await expectNothingLeft(stage)
}

/** The session is over, however that came about: logging in again sends what waits. */
export async function mendSession(stage: Stage, database: DemoDatabase, number: string): Promise<void> {
  const { english, line, mended } = stage
  const { page } = english
  const device = (await readRows(page, 'meta')).find((row) => row['key'] === 'deviceId')
  const told = (code: MendedCode, status: number): Stop => {
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
  await stopFor(stage, `Nje ${number}`, stops)
  await expect(lineWords(page)).toHaveText('Log in to send')
  await touchMending(english, noticeOf(english), 'TOKEN_INVALID')
  await expect(page).toHaveURL(/\/login\?next=/)
  await fillLogin(page, 'owner', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/sync$/, { timeout: 30_000 })
  await expectNothingLeft(stage)
  for (const { code } of stops) mended.add(code)
}

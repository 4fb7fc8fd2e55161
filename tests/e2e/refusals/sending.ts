import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { DemoDatabase } from '../../support/demo-database.ts'
import { follow } from '../steps/follow.ts'
import { holdPushes, judgeNext, refusePushes } from '../steps/judge-pushes.ts'
import { leaveOperations, type Work } from '../steps/left-work.ts'
import { newProduct } from '../steps/new-records.ts'
import type { MendedCode } from '../steps/refusal-sentences.ts'
import { shortenPatience } from '../steps/short-patience.ts'
import { type Garbling, halved, newerApp, withoutEpoch } from './garbled-requests.ts'
import {
  cardOf,
  expectNothingLeft,
  giveUp,
  openSyncPage,
  type Stage,
  sendUntilRefused,
  sentenceOf,
  touchMending,
  touchName,
} from './stage.ts'

/** The cause lay elsewhere: each is sent again with one touch once that has gone. */
export async function mendElsewhere(
  stage: Stage,
  database: DemoDatabase,
  model: Work,
  number: string,
): Promise<void> {
  const { english, swahili, line, mended } = stage
  const { page } = english
  const role = (type: string) =>
    database.run(`update users set user_type = $1 where username = 'owner'`, [type])
  const moment = [swahili, english] as const
  const causes: readonly (readonly [
    MendedCode,
    Garbling | { begin: () => Promise<unknown>; end: () => Promise<unknown> },
  ])[] = [
    ['FORBIDDEN', { begin: () => role('platform_admin'), end: () => role('company_owner') }],
    ['REQUEST_UNREADABLE', halved(line)],
    ['REQUEST_INVALID', withoutEpoch(line)],
    ['OPERATION_UNKNOWN', newerApp(line)],
  ]
  for (const [index, [code, cause]] of causes.entries()) {
    await cause.begin()
    await newProduct(page, `Kitu ${index} ${number}`)
    await sendUntilRefused(stage, 1)
    await cause.end()
    const tab = moment[index % 2] ?? english
    await openSyncPage(stage, tab)
    if (code === 'OPERATION_UNKNOWN') {
      // Its own touch brings the newest app in, which the phone has: then it is sent again.
      await touchMending(tab, cardOf(tab, code), code)
      await openSyncPage(stage, tab)
      await cardOf(tab, code)
        .getByRole('button', { name: tab.words('Send again') })
        .click()
    } else await touchMending(tab, cardOf(tab, code), code)
    await expectNothingLeft(stage)
    mended.add(code)
  }
  await mendStranger(stage, model)
}

/** Work of somebody whom nobody here knows, as a phone would have it that was passed on. */
async function mendStranger(stage: Stage, model: Work): Promise<void> {
  const { page } = stage.english
  await stage.phone.context.setOffline(true)
  const body = JSON.parse(String(model.entry['body'])) as Record<string, unknown>
  const entry = { writtenBy: { userId: randomUUID(), deviceId: randomUUID() } }
  const lane = String(model.entry['lane'])
  await leaveOperations(page, model, [{ type: 'product.save', lane, body, entry }])
  await sendUntilRefused(stage, 1)
  const card = cardOf(stage.english, 'OPERATION_WRONG_ACCOUNT')
  await expect(card.getByRole('button', { name: 'Log in' })).toBeVisible()
  await giveUp(stage.english, card)
  stage.mended.add('OPERATION_WRONG_ACCOUNT')
}

/** Nothing is wrong with the work: the line is, or the server has its own trouble. It goes out by itself, or at a touch. */
export async function mendLine(stage: Stage, database: DemoDatabase, number: string): Promise<void> {
  const { phone, line, english, swahili, mended } = stage
  const { page } = english
  const main = page.locator('main')
  const now = main.getByRole('button', { name: 'Send now' })
  const card = main.getByRole('article')
  await follow(swahili.page, '/sync')
  const told = async (code: MendedCode) => {
    await expect(card).toContainText(sentenceOf(code, english), { timeout: 15_000 })
    await expect(swahili.page.locator('main')).toContainText(sentenceOf(code, swahili))
    mended.add(code)
  }
  await database.run(`
    create function break_products() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger breaks before insert on products for each row execute function break_products()`)
  line.cut()
  await newProduct(page, `Baadaye ${number}`)
  await openSyncPage(stage, english)
  await told('NETWORK_UNREACHABLE')
  line.heal()
  const patientAgain = await shortenPatience(phone)
  const unanswered = holdPushes(line)
  await now.click()
  await told('NETWORK_TOO_SLOW')
  unanswered.end()
  await patientAgain()
  for (const [code, status] of [
    ['TOO_MANY_REQUESTS', 429],
    ['UNAVAILABLE', 503],
    ['NETWORK_PORTAL', 200],
  ] as const) {
    const refusing = refusePushes(line, status, code)
    await now.click()
    await told(code)
    refusing.end()
  }
  judgeNext(line, 'product.save', { state: 'silent', code: 'ANSWER_UNREADABLE' })
  await now.click()
  await told('ANSWER_UNREADABLE')
  // Five times the server broke on this very work: a person is told, and it waits for them.
  const broken = cardOf(english, 'UNEXPECTED')
  const again = broken.getByRole('button', { name: touchName('send-again', english) })
  await expect(async () => {
    if (await now.isEnabled()) await now.click()
    await expect(again).toBeVisible({ timeout: 300 })
  }).toPass({ timeout: 20_000 })
  await database.run('drop function break_products() cascade')
  await touchMending(english, broken, 'UNEXPECTED')
  mended.add('UNEXPECTED')
  await expectNothingLeft(stage)
}

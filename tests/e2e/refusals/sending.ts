import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { DemoDatabase } from '../../support/demo-database.ts'
import { answerNextPush, delayPushes, refusePushes } from '../steps/answer-pushes.ts'
import { insertOperations, type QueuedWork } from '../steps/insert-broken-work.ts'
import { navigate } from '../steps/navigate.ts'
import { newProduct } from '../steps/new-records.ts'
import type { ResolvableCode } from '../steps/refusal-sentences.ts'
import { shortenPushTimeout } from '../steps/short-push-timeout.ts'
import { type Garbling, halved, newerApp, withoutEpoch } from './garbled-requests.ts'
import {
  clickResolution,
  discard,
  expectNothingLeft,
  findCard,
  openSyncPage,
  type RefusalContext,
  resolutionLabel,
  sendUntilRefused,
  sentenceOf,
} from './refusal-context.ts'

/** The cause was elsewhere: each is sent again with one tap once it is gone. */
export async function resolveElsewhere(
  context: RefusalContext,
  database: DemoDatabase,
  model: QueuedWork,
  number: string,
): Promise<void> {
  const { english, swahili, faultProxy: line, resolved } = context
  const { page } = english
  const role = (type: string) =>
    database.run(`update users set user_type = $1 where username = 'owner'`, [type])
  const moment = [swahili, english] as const
  const causes: readonly (readonly [
    ResolvableCode,
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
    await sendUntilRefused(context, 1)
    await cause.end()
    const tab = moment[index % 2] ?? english
    await openSyncPage(context, tab)
    if (code === 'OPERATION_UNKNOWN') {
      // Its own touch brings the newest app in, which the phone has: then it is sent again.
      await clickResolution(tab, findCard(tab, code), code)
      await openSyncPage(context, tab)
      await findCard(tab, code)
        .getByRole('button', { name: tab.translate('Send again') })
        .click()
    } else await clickResolution(tab, findCard(tab, code), code)
    await expectNothingLeft(context)
    resolved.add(code)
  }
  await resolveStranger(context, model)
}

/** Work of an unknown user, as on a phone that was passed on. */
async function resolveStranger(context: RefusalContext, model: QueuedWork): Promise<void> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  const body = JSON.parse(String(model.entry['body'])) as Record<string, unknown>
  const entry = { writtenBy: { userId: randomUUID(), deviceId: randomUUID() } }
  const orderingKey = String(model.entry['lane'])
  await insertOperations(page, model, [{ type: 'product.save', lane: orderingKey, body, entry }])
  await sendUntilRefused(context, 1)
  const card = findCard(context.english, 'OPERATION_WRONG_ACCOUNT')
  await expect(card.getByRole('button', { name: 'Log in' })).toBeVisible()
  await discard(context.english, card)
  context.resolved.add('OPERATION_WRONG_ACCOUNT')
}

/** The work is right, but the connection or the server fails. It is sent automatically, or with one tap. */
export async function resolveConnection(
  context: RefusalContext,
  database: DemoDatabase,
  number: string,
): Promise<void> {
  const { phone, faultProxy: line, english, swahili, resolved } = context
  const { page } = english
  const main = page.locator('main')
  const now = main.getByRole('button', { name: 'Send now' })
  // Beside it an entry of a case before it may still be about to leave.
  const card = main.getByRole('article').filter({ hasText: `Baadaye ${number}` })
  await navigate(swahili.page, '/sync')
  const told = async (code: ResolvableCode) => {
    await expect(card).toContainText(sentenceOf(code, english), { timeout: 45_000 })
    await expect(swahili.page.locator('main')).toContainText(sentenceOf(code, swahili))
    resolved.add(code)
  }
  await database.run(`
    create function break_products() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger breaks before insert on products for each row execute function break_products()`)
  line.cut()
  await newProduct(page, `Baadaye ${number}`)
  await openSyncPage(context, english)
  await told('NETWORK_UNREACHABLE')
  line.heal()
  const restoreTimeout = await shortenPushTimeout(phone)
  const unanswered = delayPushes(line)
  await now.click()
  await told('NETWORK_TOO_SLOW')
  unanswered.end()
  await restoreTimeout()
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
  answerNextPush(line, 'product.save', { state: 'silent', code: 'ANSWER_UNREADABLE' })
  await now.click()
  await told('ANSWER_UNREADABLE')
  // The server failed five times on this entry: a person sees it, and it waits for them.
  const broken = findCard(english, 'UNEXPECTED')
  const again = broken.getByRole('button', { name: resolutionLabel('send-again', english) })
  await expect(async () => {
    if (await now.isEnabled()) await now.click()
    await expect(again).toBeVisible({ timeout: 300 })
  }).toPass({ timeout: 120_000 })
  await database.run('drop function break_products() cascade')
  await clickResolution(english, broken, 'UNEXPECTED')
  resolved.add('UNEXPECTED')
  await expectNothingLeft(context)
}

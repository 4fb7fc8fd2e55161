import { expect, test } from 'vitest'
import type { Caller } from '#api/call.ts'
import type { Notification } from '#contract/notifications.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { browserLocks } from '#session/locks.ts'
import { notifyUser } from '#sync/inbox/notify-user.ts'
import { Device } from '../device.ts'

const ISSUED: Notification = {
  event: 'invoice-issued',
  subject: 'a1',
  label: 'ABC-1',
  at: toInstant(Date.UTC(2026, 0, 6, 7)),
}

/** Shows the notifications of a fake server, which has one more after each `happens`. */
async function createNotifier() {
  const { account } = await Device.make()
  const asked: unknown[] = []
  const shown: Notification[] = []
  let last = 0
  const call = (async (_: string, { after }: { after?: string }) => {
    asked.push(after)
    const notifications = Number(after) < last ? [ISSUED] : []
    return { kind: 'answered', value: { notifications, upTo: String(last) } }
  }) as unknown as Caller
  const locks = browserLocks(undefined)
  return {
    asked,
    shown,
    happens: () => {
      last += 1
    },
    tell: (upTo?: string) =>
      notifyUser(
        account,
        { locks, call },
        (news) => {
          shown.push(...news)
        },
        upTo,
      ),
  }
}

test('a notification is shown once; what happened before the first time is not', async () => {
  const { happens, tell, shown, asked } = await createNotifier()
  happens()
  expect(await tell()).toEqual({ kind: 'nothing' })
  happens()
  expect(await tell()).toEqual({ kind: 'told' })
  expect(await tell()).toEqual({ kind: 'nothing' })
  expect(shown).toEqual([ISSUED])
  expect(asked).toEqual([undefined, '1', '2'])
})

test('the server is not asked when its feed has not moved since the last notification', async () => {
  const { happens, tell, shown, asked } = await createNotifier()
  expect(await tell('0')).toEqual({ kind: 'nothing' })
  expect(await tell('0')).toEqual({ kind: 'nothing' })
  expect(asked).toEqual([undefined])
  happens()
  expect(await tell('1')).toEqual({ kind: 'told' })
  expect(await tell('1')).toEqual({ kind: 'nothing' })
  expect(asked).toEqual([undefined, '0'])
  expect(shown).toEqual([ISSUED])
})

test('an answer that comes after another page has shown it counts no more, as in a page that was frozen', async () => {
  const { account } = await Device.make()
  await upsertMeta(account.db, 'told', '1')
  const shown: unknown[] = []
  const show = (news: readonly Notification[]) => void shown.push(...news)
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  const answer = (upTo: string) => ({ kind: 'answered', value: { notifications: [ISSUED], upTo } })
  const frozenCall = (async () => {
    await awake
    return answer('2')
  }) as unknown as Caller
  const call = (async () => answer('3')) as unknown as Caller
  const frozen = notifyUser(account, { locks: browserLocks(undefined), call: frozenCall }, show)
  expect(await notifyUser(account, { locks: browserLocks(undefined), call }, show)).toEqual({ kind: 'told' })
  wake()
  expect(await frozen).toEqual({ kind: 'nothing' })
  expect(shown).toEqual([ISSUED])
  expect(await findMeta(account.db, 'told')).toBe('3')
})

import { expect, test } from 'vitest'
import type { Meter } from '#server/ports/meter.ts'
import { createFeedNotices } from '#server/services/notifications/feed-notices.ts'

const ids = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
  )

const NO_METER: Meter = {
  requestAnswered: () => undefined,
  receiptDelivered: () => undefined,
  feedNoticeSent: () => undefined,
  feedNoticeHeard: () => undefined,
  feedNoticeLost: () => undefined,
}

function aProcess(followed: readonly string[] = []) {
  const sent: string[] = []
  const notified: (string | undefined)[] = []
  const lost: unknown[] = []
  const feeds = new Map(followed.map((id) => [id, 1]))
  const heard: number[] = []
  let isAway = false
  let now = 0
  const notices = createFeedNotices({
    origin: 'here',
    subscribers: { notify: (companyId) => notified.push(companyId), companyIds: () => followed },
    send: async (notice) => {
      if (isAway) throw new Error('Connection terminated')
      sent.push(notice)
    },
    listLastChangeIds: async () => new Map(feeds),
    onLost: (error) => lost.push(error),
    elapsedMs: () => now,
    meter: { ...NO_METER, feedNoticeHeard: (seconds) => heard.push(seconds) },
  })
  const later = (ms: number) => {
    now += ms
  }
  const loseConnection = () => {
    isAway = true
  }
  return { notices, sent, notified, lost, feeds, heard, later, loseConnection }
}

test('many commits are one notice, each company once; pages of this process need not wait for it', async () => {
  const { notices, sent, notified } = aProcess()
  const [first = '', second = ''] = ids(1, 2)
  for (let sale = 0; sale < 50; sale += 1) notices.announce(new Set([first]))
  notices.announce(new Set([second]))
  expect(notified).toHaveLength(51)
  await notices.stop()
  expect(sent).toEqual([`here ${first},${second}`])
})

test('no notice is longer than PostgreSQL takes (8,000 bytes)', async () => {
  const { notices, sent } = aProcess()
  notices.announce(new Set(ids(1, 500)))
  await notices.stop()
  expect(sent.length).toBeGreaterThan(1)
  expect(Math.max(...sent.map((notice) => notice.length))).toBeLessThan(8_000)
  expect(sent.flatMap((notice) => notice.replace('here ', '').split(','))).toEqual(ids(1, 500))
})

test('a change for every company is one notice, whatever else waits', async () => {
  const { notices, sent } = aProcess()
  notices.announce(new Set(ids(1, 300)))
  notices.announce(null)
  await notices.stop()
  expect(sent).toEqual(['here *'])
})

test('a notice of another process reaches the companies that it names, one of its own none of them twice', () => {
  const { notices, notified } = aProcess()
  const [first = '', second = ''] = ids(1, 2)
  notices.receive(`there ${first},${second}`)
  notices.receive(`here ${first}`)
  expect(notified).toEqual([first, second])
  notices.receive('there *')
  notices.receive()
  expect(notified.slice(2)).toEqual([undefined, undefined])
})

test('a notice that cannot be sent is dropped, and the sweep of the others finds what grew, once', async () => {
  const [followed = ''] = ids(1, 1)
  const { notices, lost, notified, feeds, loseConnection } = aProcess([followed])
  await notices.sweep()
  notified.length = 0
  loseConnection()
  notices.announce(new Set(ids(2, 1)))
  await notices.stop()
  expect(lost).toHaveLength(1)
  notified.length = 0
  await notices.sweep()
  expect(notified).toEqual([])
  feeds.set(followed, 2)
  await notices.sweep()
  await notices.sweep()
  expect(notified).toEqual([followed])
})

test('how late the other processes are is measured by the own notice that comes back', async () => {
  const { notices, sent, heard, later } = aProcess()
  notices.announce(new Set(ids(1, 1)))
  await notices.stop()
  later(400)
  notices.receive(sent[0])
  expect(heard).toEqual([0.4])
  // What was sent before the connection broke never comes: it must not lend its time to a later one.
  notices.announce(new Set(ids(2, 1)))
  await notices.stop()
  later(60_000)
  notices.receive()
  notices.announce(new Set(ids(3, 1)))
  await notices.stop()
  later(100)
  notices.receive(sent[2])
  expect(heard).toEqual([0.4, 0.1])
})

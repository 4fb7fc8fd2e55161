import { describe, expect, test } from 'vitest'
import { NOTIFICATION_EVENTS } from '#domain/notifications/notification.ts'
import { type NotificationItem, notificationPath, notificationText } from '#i18n/notification-text.ts'

const issued = (label: string): NotificationItem => ({
  event: 'invoice-issued',
  subject: `id-${label}`,
  label,
})
const refused: NotificationItem = { event: 'invoice-refused', subject: 'id-r', label: '8B23R' }
const blocked: NotificationItem = { event: 'company-blocked', subject: '', label: '' }
const z: NotificationItem = { event: 'z-report-refused', subject: '2026-11-20', label: '2026-11-20' }

describe('one notification says', () => {
  test('one thing in full, in the language of the person', () => {
    expect(notificationText('en', [issued('8B231')])).toEqual({
      title: 'Invoice issued',
      body: 'TRA accepted receipt 8B231',
    })
    expect(notificationText('sw', [issued('8B231')]).title).toBe('Ankara imetolewa')
    expect(notificationText('sw', [z]).body).toBe('Ripoti ya 20/11/2026')
  })

  test('several things by their number, the weightiest first, each in its number', () => {
    const notifications = [issued('8B231'), refused, issued('8B232')]
    expect(notificationText('en', notifications)).toEqual({
      title: '1 invoice rejected by TRA',
      body: '2 invoices issued',
    })
    expect(notificationText('sw', [issued('8B231'), issued('8B232')])).toEqual({
      title: 'Ankara 2 zimetolewa',
      body: '8B231, 8B232',
    })
    expect(notificationText('sw', [issued('8B231'), refused])).toEqual({
      title: 'Ankara 1 imekataliwa na TRA',
      body: 'Ankara 1 imetolewa',
    })
    expect(notificationText('sw', [refused, blocked]).title).toBe('Kampuni imezuiwa na TRA')
  })

  test('in Swahili what it says in English, never the same words', () => {
    for (const event of NOTIFICATION_EVENTS) {
      for (const times of [1, 3]) {
        const notifications = Array.from({ length: times }, () => ({ event, subject: 'x', label: '8B231' }))
        const [en, sw] = [notificationText('en', notifications), notificationText('sw', notifications)]
        expect(sw.title).not.toBe(en.title)
        for (const text of [en.title, sw.title]) expect(text.length).toBeGreaterThan(5)
      }
    }
  })

  test('only that there are notifications, when they could not be fetched', () => {
    expect(notificationText('sw', [])).toEqual({
      title: 'Kuna jambo jipya',
      body: 'Fungua Risiti uone',
    })
  })
})

const copied: NotificationItem = { event: 'phone-copied', subject: 'epoch', label: 'Asha Juma' }
const lost: NotificationItem = { event: 'work-lost', subject: 'epoch', label: '2 (Asha Juma, 20/11/2026)' }
const certificate: NotificationItem = { event: 'certificate-ends', subject: 'c', label: '2026-12-20' }

test('a copied phone: says what ends its sessions, and names no place that the app does not have', () => {
  const en = notificationText('en', [copied]).body
  expect(en).toContain('Asha Juma')
  expect(en).toContain('change this person’s password: that logs out all their phones')
  expect(en).not.toContain('Devices')
  const sw = notificationText('sw', [copied]).body
  expect(sw).toContain('Asha Juma')
  expect(sw).toContain('badilisha nenosiri la mtu huyu: hilo litaziondoa simu zake zote kwenye akaunti')
  expect(sw).not.toContain('Vifaa')
})

test.each([
  [[issued('8B231')], '/invoice/id-8B231'],
  [[issued('8B231'), issued('8B232')], '/invoices'],
  [[refused, blocked], '/invoices'],
  [[z], '/sync'],
  [[blocked], '/dashboard'],
  [[], '/dashboard'],
])('a tap opens what it is about', (notifications, path) => {
  expect(notificationPath(notifications, 'operator')).toBe(path)
  expect(notificationPath(notifications, 'company_owner')).toBe(path)
})

test.each([
  [[copied], '/company', '/change-password'],
  [[issued('8B231'), copied], '/company', '/change-password'],
  [[lost], '/company', '/invoices'],
  [[copied, lost], '/company', '/invoices'],
  [[certificate], '/company', '/dashboard'],
])('a tap opens the page of the company for its owner alone', (notifications, owner, others) => {
  expect(notificationPath(notifications, 'company_owner')).toBe(owner)
  expect(notificationPath(notifications, 'operator')).toBe(others)
  expect(notificationPath(notifications, undefined)).toBe(others)
})

test('a finding about expenses names them as the menu does', () => {
  const finding = (language: 'en' | 'sw') =>
    notificationText(language, [{ event: 'insight-severe', subject: 'id-f', label: 'expenses' }])
  expect(JSON.stringify(finding('sw'))).toContain('Gharama')
  expect(JSON.stringify(finding('en'))).toContain('Expenses')
})

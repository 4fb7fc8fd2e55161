import { expect, it } from 'vitest'
import { checkContactMessage, normalizeContactMessage } from '#domain/contact/check-contact-message.ts'
import { whatsappUrl } from '#domain/contact/provider-contact.ts'

const form = { fullName: 'Asha Mfano', email: 'asha@example.tz', phone: '', message: 'Habari' }

it('requires a full name, an email and a message; the phone is optional (spec §5, Contact form)', () => {
  expect(checkContactMessage(form)).toEqual([])
  expect(checkContactMessage({ fullName: ' ', email: 'asha@', phone: '12', message: '\n' })).toEqual([
    { path: 'fullName', code: 'CONTACT_NAME_REQUIRED' },
    { path: 'email', code: 'CONTACT_EMAIL_REQUIRED' },
    { path: 'phone', code: 'CONTACT_PHONE_INVALID' },
    { path: 'message', code: 'CONTACT_MESSAGE_REQUIRED' },
  ])
})

it.each(['754000001', '0754 000 001', '+255754000001', '+254 700 000 001', '0044 20 7946 0000'])(
  'takes the phone %s',
  (phone) => expect(checkContactMessage({ ...form, phone })).toEqual([]),
)

it('keeps the lines of the message and nothing around them', () => {
  const typed = { fullName: ' Asha\n Mfano ', email: ' a@b.tz ', phone: '0754000001', message: '\nA\nB\n' }
  expect(normalizeContactMessage(typed)).toEqual({
    ...{ fullName: 'Asha Mfano', email: 'a@b.tz', phone: '+255754000001', message: 'A\nB' },
  })
})

it('opens a chat by the number without its plus', () => {
  expect(whatsappUrl('+255700000100')).toBe('https://wa.me/255700000100')
})

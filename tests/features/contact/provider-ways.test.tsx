import { afterEach, expect, it, vi } from 'vitest'
import { keptContact } from '#features/contact/kept-contact.ts'
import { ProviderWays } from '#features/contact/provider-ways.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

const CONTACT = { phone: '+255700000100', email: 'msaada@example.co.tz', whatsapp: null }

function storage(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('the provider can be called without an answer of the server, as last read', () => {
  const phone = storage()
  keptContact.keep(phone, CONTACT)
  vi.stubGlobal('localStorage', phone)
  const html = renderInRouter(<ProviderWays call={async () => ({ kind: 'unreachable' })} />)
  expect(html).toContain('tel:+255700000100')
  expect(html).toContain('mailto:msaada@example.co.tz')
})

it('what is damaged, or cannot be kept, counts as never read', () => {
  expect(keptContact.read(storage())).toBeUndefined()
  expect(keptContact.read(storage({ 'provider-contact': '{"phone":1}' }))).toBeUndefined()
  expect(keptContact.read(storage({ 'provider-contact': '{' }))).toBeUndefined()
  const full = () => {
    throw new Error('full')
  }
  expect(() => keptContact.keep({ setItem: full }, CONTACT)).not.toThrow()
})

import { createHash, createVerify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { certSerialHeader } from '#server/gateways/tra/cert-serial.ts'
import { registrationElement } from '#server/gateways/tra/live.ts'
import { classifyRefusal } from '#server/gateways/tra/refusal-kinds.ts'
import { checkSha1Allowed, envelope, isSignatureValid, signElement } from '#server/gateways/tra/sign.ts'
import { makeCertificate, makeSigningKey } from './signing-key.ts'

const key = makeSigningKey()

describe('registration element', () => {
  it('is the golden text: TIN first, 68 bytes with the published hash', () => {
    const element = registrationElement({ tin: '999000111', certKey: '10TZ199999' })
    expect(element).toBe('<REGDATA><TIN>999000111</TIN><CERTKEY>10TZ199999</CERTKEY></REGDATA>')
    expect(Buffer.byteLength(element)).toBe(68)
    expect(createHash('sha1').update(element).digest('hex')).toBe('18007b6fa4c26d8519560744f210a369ba3b6602')
  })
})

describe('signature (TRA guide: RSA, SHA-1, over the element as sent)', () => {
  const element = '<RCT><DESC>A &amp; B</DESC></RCT>'

  it('is one line of base64 over 256 bytes that fits the element', () => {
    const signature = signElement(element, key.privateKeyPem)
    expect(signature).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(Buffer.from(signature, 'base64')).toHaveLength(256)
    expect(createVerify('RSA-SHA1').update(element).verify(key.publicKeyPem, signature, 'base64')).toBe(true)
  })

  it('is the same each time, so that a message can be made again byte for byte', () => {
    const first = envelope(element, signElement(element, key.privateKeyPem))
    expect(envelope(element, signElement(element, key.privateKeyPem))).toBe(first)
    expect(first.startsWith(`<?xml version="1.0" encoding="UTF-8"?><EFDMS>${element}<EFDMSSIGNATURE>`)).toBe(
      true,
    )
    expect(first.endsWith('</EFDMSSIGNATURE></EFDMS>')).toBe(true)
  })

  it('does not fit when one sign of the element is another', () => {
    const certificate = makeCertificate('Mfano', '01', key)
    const signature = signElement(element, key.privateKeyPem)
    expect(isSignatureValid(element, signature, certificate)).toBe(true)
    expect(isSignatureValid(element.replace('A', 'C'), signature, certificate)).toBe(false)
  })

  it('passes its self-test here, and says in plain words when a system forbids SHA-1', () => {
    expect(() => checkSha1Allowed()).not.toThrow()
    const forbidden = () => {
      throw new Error('invalid digest')
    }
    expect(() => checkSha1Allowed(forbidden)).toThrow(/forbids SHA-1 signatures/)
  })
})

describe('certificate serial header (authority sample: spaced lower-case pairs in base64)', () => {
  it.each([
    ['1a2b3c4d5e6f7081', 'MWEgMmIgM2MgNGQgNWUgNmYgNzAgODE='],
    ['1A2B3C4D5E6F7081', 'MWEgMmIgM2MgNGQgNWUgNmYgNzAgODE='],
    ['1a:2b:3c:4d:5e:6f:70:81', 'MWEgMmIgM2MgNGQgNWUgNmYgNzAgODE='],
    ['0x1a2b3c4d5e6f7081', 'MWEgMmIgM2MgNGQgNWUgNmYgNzAgODE='],
    ['abc', Buffer.from('0a bc').toString('base64')],
    ['00ff', Buffer.from('00 ff').toString('base64')],
  ])('makes %s into %s', (hex, header) => {
    expect(certSerialHeader(hex)).toBe(header)
  })

  it('refuses what is not hexadecimal', () => {
    expect(() => certSerialHeader('10TZ199999')).toThrow(RangeError)
    expect(() => certSerialHeader('')).toThrow(RangeError)
  })
})

describe('refusals (TRA guide, acknowledgement codes)', () => {
  it.each([
    ['1', 'stop'],
    ['3', 'stop'],
    ['6', 'stop'],
    ['7', 'stop'],
    ['8', 'stop'],
    ['4', 'hold'],
    ['5', 'retry'],
    ['2', 'park'],
    ['18', 'park'],
    ['901', 'park'],
    ['constructor', 'park'],
  ])('code %s asks to %s', (code, kind) => {
    expect(classifyRefusal(code).kind).toBe(kind)
    expect(classifyRefusal(code).reason).toMatch(/\.$/)
  })
})

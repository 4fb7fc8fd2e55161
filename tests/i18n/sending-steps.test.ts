import { describe, expect, it } from 'vitest'
import { nextStep } from '#i18n/next-steps.ts'
import { sendingStep } from '#i18n/sending-steps.ts'
import { readLanguage } from './read-language.ts'

const { speak: en } = await readLanguage('en')
const { speak: sw } = await readLanguage('sw')

const said = (step: ReturnType<typeof nextStep>) => step && [en._(step), sw._(step)]

describe.each(['UNAVAILABLE', 'NETWORK_TOO_SLOW', 'ANSWER_UNREADABLE'])('after %s', (code) => {
  it('a form, which nothing sends again, asks for another try', () => {
    expect(said(nextStep(code))).toEqual([
      'Please wait a moment and try again',
      'Tafadhali subiri kidogo kisha ujaribu tena',
    ])
  })

  it('work in the queue needs no action', () => {
    expect(said(sendingStep(code))).toEqual([
      'No action needed. It will be sent again automatically',
      'Huhitaji kufanya chochote. Itatumwa tena yenyewe',
    ])
  })
})

it('every other failure has one step for forms and for the queue', () => {
  expect(sendingStep('UPGRADE_REQUIRED')).toEqual(nextStep('UPGRADE_REQUIRED'))
  expect(sendingStep('REQUEST_INVALID')).toBeUndefined()
})

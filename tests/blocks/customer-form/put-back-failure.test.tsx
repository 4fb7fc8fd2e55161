import { expect, it } from 'vitest'
import { customerRefusals } from '#blocks/customer-form/customer-refusals.ts'
import { PutBackFailure } from '#blocks/customer-form/put-back-failure.tsx'
import { addRecordMessages } from '#i18n/record-messages.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

addRecordMessages()

it('an archived customer that the phone has no room for: what failed, why, and what to do (spec §8)', () => {
  const refusals = customerRefusals([{ path: '', code: 'DEVICE_STORAGE_FULL' }])
  const html = renderInRouter(<PutBackFailure refusals={refusals} />)
  expect(html).toContain('Error saving the customer')
  expect(html).toContain('This phone has no space left to save')
  expect(html).toContain('Do not close the app. Free up some space on the phone, then save again')
})

it('a refusal of one of its fields is shown too, since there is no field here', () => {
  const refusals = [{ path: 'identificationNumber', code: 'CUSTOMER_ID_DUPLICATED' }]
  const html = renderInRouter(<PutBackFailure refusals={refusals} />)
  expect(html).toContain('about=CUSTOMER_ID_DUPLICATED')
})

it('nothing is shown before it failed', () => {
  expect(renderInRouter(<PutBackFailure refusals={[]} />)).toBe('')
})

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

/** The numbers of feature phones that sell for the caller. */
export const ussdEndpoints = {
  'ussd.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/ussd/phones',
    input: v.object({}),
    output: v.object({
      /** What is dialled, for example `*148*09#`. */
      dial: v.string(),
      phones: v.array(
        v.object({
          id: idField,
          /** E.164. */
          phone: v.string(),
          /** Whether the code was dialled from it. */
          registered: v.boolean(),
          /** After three wrong PINs. */
          locked: v.boolean(),
        }),
      ),
    }),
    refusals: [],
    access: 'signed-in',
  }),
  'ussd.register': endpoint({
    method: 'POST',
    path: '/v1/accounting/ussd/register',
    input: v.object({ phone: textField(30), pin: textField(10) }),
    /** The code to dial from that number, and until when. */
    output: v.object({ code: v.string(), endsAt: instantField }),
    refusals: ['USSD_PHONE', 'USSD_PIN_FORM', 'USSD_PIN_WEAK'],
    access: 'signed-in',
  }),
  'ussd.end': endpoint({
    method: 'POST',
    path: '/v1/accounting/ussd/end',
    input: v.object({ id: idField }),
    output: v.object({}),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}

import * as v from 'valibot'
import { amountField, centsField } from './fields/amounts.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

/** The count of one operator's cash at the end of a day, beside what the phone expected. Never changed afterwards. */
export const drawerCountSchema = v.object({
  id: idField,
  day: fiscalDayField,
  operator: textField(200),
  /** Absent where an older app counted: then the drawer is that of the name. */
  operatorId: v.exactOptional(idField),
  /** What was in the drawer when the day began. */
  opening: amountField,
  /** What came in less what left; below 0 when more was given back than came in. */
  expected: centsField,
  counted: amountField,
  at: instantField,
})
export type DrawerCount = v.InferOutput<typeof drawerCountSchema>

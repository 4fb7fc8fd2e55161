import * as v from 'valibot'
import { drawerCountSchema } from './drawer-counts.ts'
import { companyFilter, endpoint } from './endpoint.ts'
import { fiscalDayField } from './fields/moments.ts'

/** Counts of cash. A phone sends them as `drawer.count` and keeps its own; those of other phones it asks for. */
export const drawerEndpoints = {
  'drawers.counts': endpoint({
    method: 'GET',
    path: '/v1/accounting/drawers/counts',
    input: v.object({ day: fiscalDayField, ...companyFilter }),
    output: v.object({ counts: v.array(drawerCountSchema) }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}

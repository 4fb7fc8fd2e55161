import { msg } from '@lingui/core/macro'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import type { Cents } from '#domain/money/cents.ts'
import { amount } from '#domain/reports/cells.ts'
import { type Drawer, drawerDifference, drawerOf } from '#domain/reports/drawer.ts'
import { drawerKeys, drawerNames } from '#domain/reports/drawer-owner.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import type { Translate } from '#i18n/format-dates.ts'

/** The cash of each operator, and what was counted of it; the newest count of each counts. */
export function drawerTables(
  drawers: readonly Drawer[],
  counts: readonly DrawerCount[],
  translate: Translate,
): ReportTable[] {
  const owners = [...drawers, ...counts]
  const keyOf = drawerKeys(owners)
  return [...drawerNames(owners)].map(([key, operator]) => {
    const drawer = drawers.find((one) => keyOf(one) === key) ?? drawerOf({ operator }, [])
    const { sold, collected, refunded, canceled, expected } = drawer
    const count = counts.find((one) => keyOf(one) === key)
    const row = (name: string, value: Cents): TableCell[] => [{ kind: 'text', text: name }, amount(value)]
    return {
      title: translate(msg`Cash: ${operator}`),
      columns: ['', translate(msg`Amount`)],
      rows: [
        row(translate(msg`Cash sales`), sold),
        row(translate(msg`Cash collected for earlier sales`), collected),
        row(translate(msg`Cash refunds`), refunded),
        row(translate(msg`Cash of canceled invoices`), canceled),
        row(translate(msg`Expected cash`), expected),
        ...(count
          ? [
              // Cash moved after the count: the difference is to what was expected then.
              ...(count.expected === expected
                ? []
                : [row(translate(msg`Expected when it was counted`), count.expected)]),
              row(translate(msg`Cash at the start`), count.opening),
              row(translate(msg`Cash counted`), count.counted),
              row(translate(msg`Difference`), drawerDifference(count)),
            ]
          : []),
      ],
    }
  })
}

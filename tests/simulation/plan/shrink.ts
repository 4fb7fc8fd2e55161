import type { Plan } from './plan.ts'

type Part = 'doings' | 'faults' | 'doors'

function lengthOf(plan: Plan, part: Part): number {
  return part === 'doors' ? (plan.doors?.sales.length ?? 0) : plan[part].length
}

/** Without the items from `start` on, `count` of them. */
function without(plan: Plan, part: Part, start: number, count: number): Plan {
  if (part === 'doors') {
    const { doors, ...rest } = plan
    const sales = doors?.sales.toSpliced(start, count) ?? []
    return doors && sales.length > 0 ? { ...plan, doors: { ...doors, sales } } : rest
  }
  const remaining = plan[part].toSpliced(start, count)
  return { ...plan, [part]: remaining }
}

/**
 * Leaves out of a plan what is not needed for its failure: halves first, then smaller parts, until nothing
 * can be left out any more or `tries` runs were made. What is left still fails.
 */
export async function shrink(
  plan: Plan,
  fails: (candidate: Plan) => Promise<boolean>,
  maxRuns: number,
): Promise<Plan> {
  let smallest = plan
  let left = maxRuns
  const attempt = async (candidate: Plan) => {
    if (left <= 0) return false
    left -= 1
    if (!(await fails(candidate))) return false
    smallest = candidate
    return true
  }
  for (let progress = true; progress && left > 0; ) {
    progress = false
    for (const part of ['faults', 'doings', 'doors'] as const) {
      for (
        let size = Math.max(1, Math.ceil(lengthOf(smallest, part) / 2));
        size >= 1;
        size = Math.floor(size / 2)
      ) {
        for (let start = 0; start < lengthOf(smallest, part) && left > 0; ) {
          if (await attempt(without(smallest, part, start, size))) progress = true
          else start += size
        }
      }
    }
    // A story with one phone and one process is easier to read than one with two.
    if (smallest.processes > 1 && (await attempt({ ...smallest, processes: 1 }))) progress = true
    const last = smallest.phones.length - 1
    const unused = last > 0 && !uses(smallest, last)
    if (unused && (await attempt({ ...smallest, phones: smallest.phones.slice(0, -1) }))) progress = true
  }
  return smallest
}

function uses(plan: Plan, phone: number): boolean {
  return [...plan.doings, ...plan.faults].some((item) => 'phone' in item && item.phone === phone)
}

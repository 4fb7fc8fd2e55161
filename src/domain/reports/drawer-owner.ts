/** Whose drawer it is. Records of older apps and servers have only the name. */
export type DrawerOwner = {
  readonly operator: string
  readonly operatorId?: string | undefined
}

/**
 * The keys of drawers: two operators of one name have one each. A record with the name alone belongs to the one operator of
 * that name, if there is only one among `owners`; else to a drawer of its own.
 */
export function drawerKeys(owners: Iterable<DrawerOwner>): (owner: DrawerOwner) => string {
  const ids = new Map<string, Set<string>>()
  for (const { operator, operatorId } of owners) {
    if (operatorId === undefined) continue
    ids.set(operator, (ids.get(operator) ?? new Set<string>()).add(operatorId))
  }
  return ({ operator, operatorId }) => {
    if (operatorId !== undefined) return operatorId
    const [only, ...others] = ids.get(operator) ?? []
    return only === undefined || others.length > 0 ? operator : only
  }
}

/** What is of the drawer of one owner. */
export function ofDrawer<Kept extends DrawerOwner>(owner: DrawerOwner, records: readonly Kept[]): Kept[] {
  const keyOf = drawerKeys([...records, owner])
  return records.filter((record) => keyOf(record) === keyOf(owner))
}

/** What each drawer is called, by its key: of operators of one name, all but the first get a number. */
export function drawerNames(owners: readonly DrawerOwner[]): ReadonlyMap<string, string> {
  const keyOf = drawerKeys(owners)
  const names = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const owner of owners) {
    const key = keyOf(owner)
    if (names.has(key)) continue
    const number = (taken.get(owner.operator) ?? 0) + 1
    taken.set(owner.operator, number)
    names.set(key, number === 1 ? owner.operator : `${owner.operator} (${number})`)
  }
  return names
}

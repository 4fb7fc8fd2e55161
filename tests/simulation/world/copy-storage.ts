import { insideOf, type PhoneStorage, type RawDatabase, type RawStore } from './phone-storage.ts'

/** Makes an object of the same class: the in-memory IndexedDB exports none of them. */
function another<T extends object>(of: T, ...given: readonly unknown[]): T {
  return Reflect.construct(of.constructor, given) as T
}

function copyStore(into: RawDatabase, store: RawStore): RawStore {
  const copy = another(store, into, store.name, store.keyPath, store.autoIncrement)
  for (const [name, index] of store.rawIndexes) {
    const { keyPath, multiEntry, unique } = index
    const copied = another(index, copy, name, keyPath, multiEntry, unique)
    copied.initialized = true
    copy.rawIndexes.set(name, copied)
  }
  for (const { key, value } of store.records.values()) {
    copy.storeRecord({ key, value: structuredClone(value) }, false)
  }
  return copy
}

/** Copies everything that a phone has on its disk, also the keys that only it can use; what was there is gone. */
export function copyStorage(from: PhoneStorage, to: PhoneStorage): void {
  const target = insideOf(to)
  target.clear()
  for (const [name, database] of insideOf(from)) {
    const copied = another(database, name, database.version)
    for (const [storeName, store] of database.rawObjectStores) {
      copied.rawObjectStores.set(storeName, copyStore(copied, store))
    }
    target.set(name, copied)
  }
}

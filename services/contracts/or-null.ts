import { type Static, type TObject, Type } from 'typebox';

/**
 * An object or null, as one schema with two types. A union of two schemas means the same, but the JSON serializer
 * then checks each value against both: twice the work for a list of optional objects.
 */
export function orNull<Of extends TObject>(of: Of) {
  return Type.Unsafe<Static<Of> | null>({ ...of, type: ['object', 'null'] });
}

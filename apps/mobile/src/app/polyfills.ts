// Chrome 87 to 92 and Safari 15.0 to 15.3 lack it, and the component library and the error catalogue use it.
Object.hasOwn ??= (object: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(object, key);

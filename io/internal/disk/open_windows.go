package disk

// atOnce is nothing: here, no opening waits for another program.
const atOnce = 0

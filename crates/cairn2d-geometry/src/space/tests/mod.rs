//! Every method against plain loops over a list, on many distributions of boxes.

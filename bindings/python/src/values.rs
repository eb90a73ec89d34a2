//! Values of Python as plain values of the interface, and errors as exceptions.

use std::any::Any;

use cairn2d::{DVec2, Pose, Rot, Vec2};
use cairn2d_capi::convert::{cairn_dvec2, cairn_pose, cairn_vec2};
use cairn2d_capi::fault::Fault;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::Error;

/// Lists that a struct of the interface points to. They live as long as this value.
#[derive(Default)]
pub(crate) struct Keep(Vec<Box<dyn Any>>);

impl Keep {
    /// Keeps a list; the reference must not be used after this value is gone.
    pub(crate) fn lend<T: 'static>(&mut self, list: Vec<T>) -> &'static [T] {
        // SAFETY: the heap memory of the list does not move or change while this value owns it. The functions
        // of `generated.rs` create this value before the struct that gets the reference, and pass the struct
        // to one call before both go out of scope.
        let lent = unsafe { core::slice::from_raw_parts(list.as_ptr(), list.len()) };
        self.0.push(Box::new(list));
        lent
    }
}

/// The exception of an error, with the text of the typed error.
pub(crate) fn raise(fault: Fault) -> PyErr {
    let code = format!("{:?}", fault.code()).to_lowercase();
    Error::new_err((fault.text().to_owned(), code))
}

pub(crate) fn unknown(of: &str, key: &str) -> PyErr {
    PyKeyError::new_err(format!("{of} has no field {key:?}"))
}

/// The items of a dictionary, whose keys are texts.
pub(crate) fn fields<'py>(any: &Bound<'py, PyAny>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let dict = any.cast::<PyDict>()?;
    dict.iter().map(|(key, value)| Ok((key.extract()?, value))).collect()
}

pub(crate) fn list<'py, T>(
    any: &Bound<'py, PyAny>,
    mut read: impl FnMut(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    any.try_iter()?.map(|item| read(&item?)).collect()
}

/// Two numbers: a tuple, a list, an array.
fn pair<'py, T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>>(
    any: &Bound<'py, PyAny>,
) -> PyResult<(T, T)> {
    if any.len()? != 2 {
        return Err(PyValueError::new_err("two numbers are expected"));
    }
    let item = |index: usize| any.get_item(index)?.extract::<T>().map_err(Into::into);
    Ok((item(0)?, item(1)?))
}

pub(crate) fn vector(any: &Bound<'_, PyAny>) -> PyResult<cairn_vec2> {
    let (x, y) = pair::<f32>(any)?;
    Ok(cairn_vec2 { x, y })
}

pub(crate) fn far_vector(any: &Bound<'_, PyAny>) -> PyResult<cairn_dvec2> {
    let (x, y) = pair::<f64>(any)?;
    Ok(cairn_dvec2 { x, y })
}

pub(crate) fn vec2(vector: cairn_vec2) -> Vec2 {
    Vec2::new(vector.x, vector.y)
}

pub(crate) fn dvec2(vector: cairn_dvec2) -> DVec2 {
    DVec2::new(vector.x, vector.y)
}

/// A position and an angle, `((x, y), angle)`, or a pose with cosine and sine.
pub(crate) fn placed(any: &Bound<'_, PyAny>) -> PyResult<Pose> {
    if any.len()? != 2 {
        return Err(PyValueError::new_err("a position and an angle are expected"));
    }
    let p = vec2(vector(&any.get_item(0)?)?);
    let turn = any.get_item(1)?;
    let q = match turn.extract::<f32>() {
        Ok(angle) => Rot::from_angle(angle),
        Err(_) => {
            let (c, s) = pair::<f32>(&turn)?;
            Rot { c, s }
        }
    };
    Ok(Pose { p, q })
}

/// A pose as plain tuples.
pub(crate) fn place(pose: cairn_pose) -> ((f32, f32), (f32, f32)) {
    ((pose.p.x, pose.p.y), (pose.q.c, pose.q.s))
}

/// The value of an enum, by its name.
pub(crate) fn choice(any: &Bound<'_, PyAny>, of: &str, names: &[&str]) -> PyResult<u32> {
    if let Ok(number) = any.extract::<u32>() {
        return Ok(number);
    }
    let name: String = any.extract()?;
    let index = names.iter().position(|known| *known == name).ok_or_else(|| {
        PyValueError::new_err(format!("{of} has no value {name:?}, but {}", names.join(", ")))
    })?;
    Ok(index as u32)
}

/// The name of a value of an enum.
pub(crate) fn word<'a>(value: u32, names: &[&'a str]) -> &'a str {
    names.get(value as usize).copied().unwrap_or("unknown")
}

/// A truth value of the interface.
pub(crate) fn truth(value: u8) -> bool {
    value != 0
}

//! The output of a step as words: the counters of its report and all events in order.

use cairn2d::{Events, JointEvent, Party, SensorEventKind, SleepEvent, StepReport, TouchEvent};

use super::Mixer;

pub(super) fn read(report: &StepReport, events: &Events, mixer: &mut Mixer) {
    counters(report, mixer);
    for (list, number) in [(events.begins(), 1), (events.ends(), 2)] {
        head(number, list.len(), mixer);
        list.iter().for_each(|event| touch(event, mixer));
    }
    head(3, events.hits().len(), mixer);
    for hit in events.hits() {
        mixer.word(hit.contact.to_bits());
        [&hit.a, &hit.b].into_iter().for_each(|side| party(side, mixer));
        mixer.vector(hit.point);
        mixer.vector(hit.normal);
        mixer.float(hit.approach_speed);
        mixer.float(hit.impulse);
    }
    head(4, events.sensors().len(), mixer);
    for event in events.sensors() {
        mixer.word(u64::from(event.kind == SensorEventKind::Begin));
        [&event.sensor, &event.visitor].into_iter().for_each(|side| party(side, mixer));
    }
    head(5, events.moves().len(), mixer);
    for event in events.moves() {
        mixer.word(event.body.to_bits());
        mixer.word(event.user_data);
        mixer.vector(event.pose.p);
        mixer.float(event.pose.q.c);
        mixer.float(event.pose.q.s);
    }
    for (list, number) in [(events.sleeps(), 6), (events.wakes(), 7)] {
        head(number, list.len(), mixer);
        list.iter().for_each(|event| sleep(event, mixer));
    }
    for (list, number) in [(events.breaks(), 8), (events.overloads(), 9), (events.overload_ends(), 10)] {
        head(number, list.len(), mixer);
        list.iter().for_each(|event| joint(event, mixer));
    }
}

fn head(number: u64, count: usize, mixer: &mut Mixer) {
    mixer.word(number << 32 | count as u64);
}

fn counters(report: &StepReport, mixer: &mut Mixer) {
    let counters = [
        report.awake_bodies,
        report.awake_contacts,
        report.solved_contacts,
        report.solved_joints,
        report.colors,
        report.overflow_constraints,
        report.new_contacts,
        report.impacts,
        report.continuous_bodies,
        report.sensor_overlaps,
        report.capped_bodies,
        report.broken_joints,
    ];
    counters.into_iter().for_each(|count| mixer.word(u64::from(count)));
}

fn party(party: &Party, mixer: &mut Mixer) {
    for word in [party.shape.to_bits(), party.body.to_bits(), party.shape_data, party.body_data] {
        mixer.word(word);
    }
}

fn touch(event: &TouchEvent, mixer: &mut Mixer) {
    mixer.word(event.contact.to_bits());
    party(&event.a, mixer);
    party(&event.b, mixer);
}

fn sleep(event: &SleepEvent, mixer: &mut Mixer) {
    mixer.word(event.body.to_bits());
    mixer.word(event.user_data);
}

fn joint(event: &JointEvent, mixer: &mut Mixer) {
    mixer.word(event.joint.to_bits());
    mixer.word(event.user_data);
    event.bodies.into_iter().for_each(|body| mixer.word(body.to_bits()));
    event.body_data.into_iter().for_each(|data| mixer.word(data));
    mixer.vector(event.force);
    mixer.float(event.torque);
}
